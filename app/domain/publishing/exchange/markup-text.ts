import { Parser } from 'htmlparser2';
import { XmlError } from '#app/domain/publishing/exchange/xml-tree.ts';

/** The words of some HTML. */
interface MarkupText {
  text: string;
  /** Pictures, sounds, videos and embedded pages in it. */
  mediaCount: number;
}

const blocks =
  /^(?:p|div|br|li|ul|ol|tr|td|th|table|h[1-6]|blockquote|pre|section|article|header|footer|figure|hr|dd|dt)$/;
const media = /^(?:img|audio|video|iframe|object|embed|svg|canvas)$/;
/** No page nests its elements so deep; the parser's time grows with the depth. */
const mostDepth = 500;

const silent = /^(?:script|style|template|noscript|head)$/;

/** The words of HTML on one line, without what a browser does not show. @throws {XmlError} for elements that are nested too deep */
export function textOfMarkup(html: string): MarkupText {
  let text = '';
  let mediaCount = 0;
  let silentDepth = 0;
  let depth = 0;
  const parser = new Parser(
    {
      onopentagname(name) {
        depth += 1;
        if (depth > mostDepth) throw new XmlError(`The HTML in it is nested more than ${mostDepth} deep.`);
        if (silent.test(name)) silentDepth += 1;
        if (media.test(name)) mediaCount += 1;
        if (blocks.test(name)) text += ' ';
      },
      onclosetag(name) {
        depth -= 1;
        if (silent.test(name)) silentDepth = Math.max(0, silentDepth - 1);
        if (blocks.test(name)) text += ' ';
      },
      ontext(words) {
        if (silentDepth === 0) text += words;
      },
    },
    { decodeEntities: true },
  );
  parser.end(html);
  return { text: text.replace(/[\s\u00a0]+/g, ' ').trim(), mediaCount };
}

/** Whether a text that says nothing of its format is HTML. */
export const looksLikeMarkup = (text: string): boolean => /<\/?[a-z][^<>]*>|&(?:#\d+|[a-z]+);/i.test(text);
