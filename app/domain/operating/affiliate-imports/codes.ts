// The codes by which links of other systems name an affiliate.

/** Parameters that stand before the code in the links of affiliate systems. */
const linkParameters = [
  'via',
  'fpr',
  'ref',
  'aff',
  'ref_id',
  'affiliate_id',
  'afmc',
  'a_aid',
  'lmref',
  'code',
];

/** More than that of one person is a mistake in the file. */
const mostCodes = 20;

/** A code as links are compared by it: in lower case. Null for one that no link can have. */
function readCode(text: string): string | null {
  const code = text.normalize('NFKC').trim().toLowerCase();
  return /^[\p{L}\p{N}][\p{L}\p{N}._~+@-]{0,59}$/u.test(code) ? code : null;
}

/** The code in a published link: of a parameter that is known for it or the only one, or else of a short link's path. Null for none. */
function codeInLink(text: string): string | null {
  let url: URL;
  try {
    url = new URL(/^https?:\/\//i.test(text) ? text : `https://${text}`);
  } catch {
    return null;
  }
  const parameters = [...url.searchParams];
  const named = parameters.find(([name]) => linkParameters.includes(name.toLowerCase()));
  const [, value] = named ?? (parameters.length === 1 ? parameters[0] : undefined) ?? [];
  if (value !== undefined) return readCode(value);
  const segments = url.pathname.split('/').filter(Boolean);
  return segments.length === 1 && parameters.length === 0 ? readCode(segments[0] ?? '') : null;
}

const partsOf = (cell: string) =>
  cell
    .split(/[,;|\r\n]+/)
    .map((part) => part.trim())
    .filter(Boolean);

/** The codes of an affiliate by the cells for codes and for links, each once; or why they can't be used. */
export function readCodes(codeCell: string, linkCell: string): { codes: string[] } | { problem: string } {
  const codes = new Set<string>();
  for (const part of partsOf(codeCell)) {
    const code = readCode(part);
    if (code === null) return { problem: 'This code can’t be part of a link' };
    codes.add(code);
  }
  for (const part of partsOf(linkCell)) {
    const code = codeInLink(part);
    if (code === null) return { problem: 'We can’t find the code in this link. Add a column “code”' };
    codes.add(code);
  }
  return codes.size > mostCodes
    ? { problem: `There are more than ${mostCodes} codes in this row` }
    : { codes: [...codes] };
}
