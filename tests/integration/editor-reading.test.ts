import { unified } from 'unified';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { Parser } from 'yaml';
import { problemsOf, readingProblems } from '#app/domain/publishing/checks.server.ts';
import { unreadable } from '#app/domain/publishing/readable.server.ts';
import { fileText, withOverrides } from '#app/platform/content/files.server.ts';
import { renderMarkdown } from '#app/platform/content/markdown.server.ts';
import { parseYaml } from '#app/platform/content/yaml.server.ts';
import { stopIsolated } from '#app/platform/runtime/workers/isolated-tasks.server.ts';

// What editors type is taken apart in a thread of its own: the thread that serves takes over what came of it.

const yamlParser = vi.spyOn(Parser.prototype, 'parse');
const processor = vi.spyOn(Object.getPrototypeOf(unified()) as ReturnType<typeof unified>, 'processSync');
const read = () => ({
  yaml: yamlParser.mock.calls.map(([text]) => text),
  markdown: processor.mock.calls.map(([text]) => String(text)),
});

beforeEach(() => {
  yamlParser.mockClear();
  processor.mockClear();
});
afterAll(stopIsolated);

const path = 'guides/adwords-quality.md';
const typed = `${fileText(path)}\nA sentence that an editor has just typed.\n`;
const [, matter = ''] = /^---\n([\s\S]*?)\n---\n/.exec(typed) ?? [];
const body = typed.slice(matter.length + 9).trim();

it('reads a piece no second time in the thread that serves', async () => {
  expect(await unreadable(path, typed)).toBeNull();
  expect(parseYaml(matter)).toMatchObject({ title: expect.any(String) });
  for (const takesTicks of [false, true])
    expect(renderMarkdown(body, 'guides', takesTicks).html).toContain('has just typed');
  const overrides = new Map([[path, typed]]);
  expect(await withOverrides(overrides, () => readingProblems(path, typed))).toEqual([]);
  expect(read().yaml).not.toContain(matter);
  expect(read().markdown).not.toContain(body);
});

it('reads a file of words no second time either', async () => {
  const words = `${fileText('site/community.yaml')}# typed\n`;
  expect(await unreadable('site/community.yaml', words)).toBeNull();
  expect(parseYaml(words)).toBeTypeOf('object');
  const overrides = new Map([['site/community.yaml', words]]);
  expect(await withOverrides(overrides, () => readingProblems('site/community.yaml', words))).toEqual([]);
  expect(read().yaml.filter((text) => text.includes('# typed'))).toEqual([]);
});

it('gives each caller a copy, and reads what no thread has read', async () => {
  await unreadable(path, typed);
  const value = parseYaml(matter) as Record<string, unknown>;
  value.title = 'changed';
  expect(parseYaml(matter)).not.toMatchObject({ title: 'changed' });
  expect(parseYaml('a: 1')).toEqual({ a: 1 });
  expect(read().yaml).toEqual(['a: 1']);
});

it('says what is wrong with a piece as before', async () => {
  const broken = typed.replace(matter, matter.replace(/^title:.*$/m, 'title: 7'));
  expect(await problemsOf(new Map(), path, broken)).toEqual([expect.stringMatching(/^title: /)]);
  const empty = typed.replace(matter, '- a list');
  expect((await problemsOf(new Map(), path, empty)).length).toBeGreaterThan(0);
});
