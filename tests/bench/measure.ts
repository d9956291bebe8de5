import type { BareServer } from '#tests/bench/bare.ts';
import { type Answer, headerValues, queryCount, send, textOf } from '#tests/bench/http.ts';
import { type LoadOptions, type LoadResult, load, warmUp } from '#tests/bench/load.ts';
import { askFor, type BenchPage } from '#tests/bench/pages.ts';
import { type Scripts, scriptsOf } from '#tests/bench/weight.ts';

/** What one visit costs. */
export interface Weight {
  page: BenchPage;
  /** SQL queries of the very first answer, and the most that any later one took. */
  firstQueries: number;
  queries: number;
  /** As sent, compressed. */
  htmlBytes: number;
  encoding: string;
  /** Undefined where the answer is no page. */
  scripts: Scripts | undefined;
}

export interface Measurement extends Weight {
  site: LoadResult;
  bare: LoadResult;
}

/** Later answers that are looked at: what only some of them do shows in one. */
const samples = 4;

/** Asks for a page a few times and weighs it. @throws an Error when it answers with another status than expected. */
export async function weigh(
  siteUrl: string,
  page: BenchPage,
  cookie: string,
): Promise<{ weight: Weight; answer: Answer }> {
  const first = await ask(siteUrl, page, cookie);
  let answer = first;
  let queries = 0;
  for (let sample = 0; sample < samples; sample++) {
    answer = await ask(siteUrl, page, cookie);
    queries = Math.max(queries, queryCount(answer));
  }
  const isPage = answer.status === 200;
  const weight: Weight = {
    page,
    firstQueries: queryCount(first),
    queries,
    htmlBytes: answer.body.length,
    encoding: headerValues(answer, 'content-encoding')[0] ?? '',
    scripts: isPage ? await scriptsOf(siteUrl, page.path, textOf(answer)) : undefined,
  };
  return { weight, answer };
}

async function ask(siteUrl: string, page: BenchPage, cookie: string): Promise<Answer> {
  const answer = await send(siteUrl + page.path, askFor(page, cookie));
  if (answer.status !== page.status)
    throw new Error(`${page.path} answers with status ${answer.status} instead of ${page.status}.`);
  return answer;
}

/** Weighs a page, then loads it, and after it the bare server sending the same answer. */
export async function measure(
  siteUrl: string,
  bare: BareServer,
  page: BenchPage,
  cookie: string,
  options: LoadOptions,
): Promise<Measurement> {
  const { weight, answer } = await weigh(siteUrl, page, cookie);
  await bare.imitate(answer);
  const request = askFor(page, cookie);
  const run = async (url: string) => {
    await warmUp(url + page.path, request, page.status, options);
    return load(url + page.path, request, page.status, options);
  };
  return { ...weight, site: await run(siteUrl), bare: await run(bare.url) };
}
