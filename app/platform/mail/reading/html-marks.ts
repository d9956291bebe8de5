import { hiddenTags } from '#app/platform/mail/reading/html-repair.ts';

/** Elements that begin and end a line. */
export const newLineTags = new Set(
  'address article aside blockquote body caption center dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr html legend li main nav ol optgroup option p pre section summary table tbody tfoot thead tr ul'.split(
    ' ',
  ),
);
/** Elements that hold others, and of which it matters where they end. */
export const containers = new Set(
  'div blockquote table td section article style script title noscript select pre a p'.split(' '),
);

/**
 * What an element does to the words in it. A `quote` is what a mail program quotes; a `passage` is a blockquote that no program has
 * marked, in which a writer may have set off words of their own.
 */
export type Effect =
  | 'hidden'
  | 'quote'
  | 'passage'
  | 'attribution'
  | 'signature'
  | 'head'
  | 'pre'
  | 'link'
  | null;

const signatureNames = /gmail_signature|moz-signature|applemailsignature|protonmail_signature|zm-_id_-sgn/;
const attributionNames = /gmail_attr|moz-cite-prefix|moz-email-headers|zmail_extra_hdr/;

/** What an element is, by the names that mail programs give it. */
export function effectOf(name: string, attributes: ReadonlyMap<string, string>): Effect {
  if (hiddenTags.has(name)) return 'hidden';
  if (name === 'pre') return 'pre';
  if (name === 'a') return 'link';
  const names = `${attributes.get('class') ?? ''} ${attributes.get('id') ?? ''}`.toLowerCase();
  const style = (attributes.get('style') ?? '').toLowerCase().replaceAll(' ', '');
  if (name === 'blockquote') {
    const isMarked =
      names.includes('quote') ||
      attributes.get('type')?.toLowerCase() === 'cite' ||
      attributes.has('cite') ||
      style.includes('border-left:');
    // Gmail's button for indenting makes a blockquote too, without a line at its side.
    const isIndent = !isMarked && (style.includes('border:none') || style.includes('border:0'));
    return isIndent ? null : isMarked ? 'quote' : 'passage';
  }
  if (name === 'div' && names.includes('yahoo_quoted')) return 'quote';
  if (attributionNames.test(names)) return 'attribution';
  if (signatureNames.test(names) || (name === 'div' && attributes.get('id') === 'Signature'))
    return 'signature';
  if (names.includes('divrplyfwdmsg') || names.includes('ms-outlook-mobile-reference')) return 'head';
  if (name === 'div' && style.includes('border-top:solid')) return 'head';
  return null;
}
