import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memberHtml } from '#app/platform/content/member-html.server.ts';
import { isCostly, recentHtml, renderMemberMarkdown } from '#app/platform/content/member-markdown.server.ts';
import { connectIsolatedTasks, stopIsolated } from '#app/platform/runtime/workers/isolated-tasks.server.ts';
import { relativeCost } from '#tests/unit/cost.ts';
import { hostileMarkdown } from '#tests/unit/hostile-markdown.ts';

const length = 4_900;
const plain = 'Some plain words in a row, and a few more of them. '.repeat(length / 52);
let run = 0;
/** Each time another text, since the latest are remembered. */
const rendered = (text: string) => () => {
  run += 1;
  renderMemberMarkdown(`${text}\n\n${run}`);
};

describe("a member's text that is hostile to its reader", () => {
  it.each(hostileMarkdown(length))('costs no more than a few plain ones: %s', (_, text) => {
    expect(relativeCost(rendered(text), rendered(plain))).toBeLessThan(20);
  });

  it('is compared with one that is read', () => {
    expect(isCostly(plain)).toBe(false);
  });

  it('stands as it was typed', () => {
    const text = '- '.repeat(6).concat('a');
    expect(renderMemberMarkdown(text)).toBe(`<p class="plain" dir="auto">${text}</p>`);
  });
});

describe("a member's text as others see it", () => {
  beforeAll(() => connectIsolatedTasks('app/program/isolated-tasks.server.ts'));
  afterAll(stopIsolated);

  it.each([
    ['short', 'A **short** one'],
    ['long', 'A **long** one, with a few more words. '.repeat(60)],
  ])('is the same, whether it is read here or in a thread: %s', async (_, text) => {
    const html = await memberHtml(text);
    expect(recentHtml(text)).toBe(html);
    expect(html).toContain('<strong>');
    expect(html).toBe(renderMemberMarkdown(`${text}\n`));
    expect(await memberHtml(text)).toBe(html);
  });

  it('stands as it was typed where there is no thread to read it, and is read later', async () => {
    await stopIsolated();
    const text = 'Another **long** one, with a few more words. '.repeat(60);
    expect(await memberHtml(text)).toContain('**long**');
    connectIsolatedTasks('app/program/isolated-tasks.server.ts');
    expect(await memberHtml(text)).toContain('<strong>long</strong>');
  });
});
