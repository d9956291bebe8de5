import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OpenaiSandbox, startOpenai } from '#stand-ins/sandbox/openai/openai.ts';

const apiKey = 'sk-sandbox';
let sandbox: OpenaiSandbox;

beforeAll(async () => {
  sandbox = await startOpenai({ apiKey, models: ['writer'], embeddingModels: ['thesaurus'] });
});
afterAll(() => sandbox.close());

async function ask(body: object, key = apiKey) {
  const answer = await fetch(`${sandbox.baseUrl}/embeddings`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` },
    body: JSON.stringify({ model: 'thesaurus', ...body }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, never> };
}

interface Answered {
  data: { index: number; embedding: number[] | string }[];
  usage: { prompt_tokens: number; total_tokens: number };
}

it('answers with a vector for each text, in their order, in either form', async () => {
  const input = ['Purchases in a trolley', 'Orders in the basket', 'Gardening'];
  const { data, usage } = (await ask({ input })).body as unknown as Answered;
  expect(data.map(({ index }) => index)).toEqual([0, 1, 2]);
  const [one = [], two = [], three = []] = data.map(({ embedding }) => embedding as number[]);
  const cosine = (a: number[], b: number[]) => a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
  expect(cosine(one, one)).toBeCloseTo(1);
  expect(cosine(one, two)).toBeGreaterThan(0.9);
  expect(cosine(one, three)).toBeLessThan(0.5);
  expect(usage.total_tokens).toBe(6 + 5 + 3);
  const packed = (await ask({ input: input[0], encoding_format: 'base64' })).body as unknown as Answered;
  const bytes = Buffer.from(packed.data[0]?.embedding as string, 'base64');
  expect(bytes.readFloatLE(0)).toBeCloseTo(one[0] ?? Number.NaN);
});

it.each([
  [{ input: 'a', modell: 'x' }, 400, 'unknown_parameter'],
  [{ input: [] }, 400, 'invalid_value'],
  [{ input: ['a', ''] }, 400, 'invalid_value'],
  [{ input: 'a'.repeat(32_001) }, 400, 'invalid_value'],
  [{ input: 'a', model: 'writer' }, 404, 'model_not_found'],
  [{ input: 'a', dimensions: 12 }, 400, null],
])('refuses what the protocol does not know: case %#', async (body, status, code) => {
  const answer = await ask(body);
  expect(answer.status).toBe(status);
  expect(answer.body).toMatchObject({ error: { code } });
});

it('refuses another key', async () => {
  expect((await ask({ input: 'a' }, 'sk-other')).status).toBe(401);
});
