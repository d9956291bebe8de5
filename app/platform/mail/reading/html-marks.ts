/** Elements that begin and end a line. */
export const newLineTags = new Set(
  'address article aside blockquote body caption center dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr html legend li main nav ol optgroup option p pre section summary table tbody tfoot thead tr ul'.split(
    ' ',
  ),
);
/** Elements that hold others, and of which it matters where they end. */
export const containers = new Set(
  'div blockquote table td section article head style script title template noscript svg math object select pre a p'.split(
    ' ',
  ),
);
const hidden = new Set('head style script title template svg math object'.split(' '));

/** What an element does to the words in it. */
export type Effect = 'hidden' | 'quote' | 'attribution' | 'signature' | 'head' | 'pre' | 'link' | null;

const signatureNames =
  /gmail_signature|moz-signature|ms-outlook-mobile-signature|applemailsignature|protonmail_signature|zm-_id_-sgn/;
const attributionNames = /gmail_attr|moz-cite-prefix|moz-email-headers|zmail_extra_hdr/;

/** What an element is, by the names that mail programs give it. */
export function effectOf(name: string, attributes: ReadonlyMap<string, string>): Effect {
  if (hidden.has(name)) return 'hidden';
  if (name === 'pre') return 'pre';
  if (name === 'a') return 'link';
  const names = `${attributes.get('class') ?? ''} ${attributes.get('id') ?? ''}`.toLowerCase();
  const style = (attributes.get('style') ?? '').toLowerCase().replaceAll(' ', '');
  if (name === 'blockquote') {
    const isMarked = names.includes('quote') || attributes.get('type')?.toLowerCase() === 'cite';
    // Gmail's button for indenting makes a blockquote too, without a line at its side.
    const isIndent = !isMarked && (style.includes('border:none') || style.includes('border:0'));
    return isIndent ? null : 'quote';
  }
  if (name === 'div' && names.includes('yahoo_quoted')) return 'quote';
  if (attributionNames.test(names)) return 'attribution';
  if (signatureNames.test(names) || (name === 'div' && attributes.get('id') === 'Signature'))
    return 'signature';
  if (names.includes('divrplyfwdmsg') || names.includes('ms-outlook-mobile-reference')) return 'head';
  if (name === 'div' && style.includes('border-top:solid')) return 'head';
  return null;
}
