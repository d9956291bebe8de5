import type { fromHtml as FromHtml } from 'hast-util-from-html';
import type RehypeSlug from 'rehype-slug';
import type RehypeStringify from 'rehype-stringify';
import type RemarkGfm from 'remark-gfm';
import type RemarkParse from 'remark-parse';
import type RemarkRehype from 'remark-rehype';
import { onDemand } from '#app/platform/runtime/on-demand.server.ts';

// What reads Markdown and writes HTML is 90 modules, 6 MB in each process: they are loaded after the start, which need not wait for them,
// or with the first text that is rendered. unified asks for a plugin when it first works with it.

type WithDefault<Plugin> = { default: Plugin };
const parse = onDemand<WithDefault<typeof RemarkParse>>('remark-parse', { isExpected: true });
const gfm = onDemand<WithDefault<typeof RemarkGfm>>('remark-gfm', { isExpected: true });
const rehype = onDemand<WithDefault<typeof RemarkRehype>>('remark-rehype', { isExpected: true });
const slug = onDemand<WithDefault<typeof RehypeSlug>>('rehype-slug', { isExpected: true });
const stringify = onDemand<WithDefault<typeof RehypeStringify>>('rehype-stringify', { isExpected: true });
const html = onDemand<{ fromHtml: typeof FromHtml }>('hast-util-from-html', { isExpected: true });

/** A plugin of unified that is loaded when it is first used. */
// biome-ignore lint/suspicious/noExplicitAny: plugins take whatever settings and processor they are typed with below
const late = <Plugin extends (this: any, ...settings: any[]) => unknown>(load: () => WithDefault<Plugin>) =>
  // biome-ignore lint/suspicious/noExplicitAny: the same
  function (this: any, ...settings: any[]) {
    return load().default.apply(this, settings);
  } as unknown as Plugin;

export const remarkParse = late(parse);
export const remarkGfm = late(gfm);
export const remarkRehype = late(rehype) as typeof RemarkRehype;
export const rehypeSlug = late(slug);
export const rehypeStringify = late(stringify);
export const fromHtml = ((...settings: Parameters<typeof FromHtml>) =>
  html().fromHtml(...settings)) as typeof FromHtml;
