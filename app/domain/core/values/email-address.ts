import { domainToASCII } from 'node:url';

/**
 * Reads an email address as somebody typed it: small letters, and a domain of other scripts as mail servers know it ("xn--"). Mail
 * servers that take other letters before the @ are rare, so those are refused in words of their own. Whether what comes out is an
 * address at all is for the caller to check.
 */
export function readEmailAddress(typed: string): { address: string } | { problem: string } {
  const at = typed.lastIndexOf('@');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
  const isAscii = (text: string) => /^[\x00-\x7F]*$/.test(text);
  const [box, domain] = [typed.slice(0, Math.max(at, 0)), typed.slice(at + 1)];
  if (at > 0 && !isAscii(box))
    return { problem: 'Please use an address with only the letters A to Z before the @' };
  if (at <= 0 || isAscii(domain)) return { address: typed.toLowerCase() };
  return { address: `${box}@${domainToASCII(domain)}`.toLowerCase() };
}

/** What an address looks like: zod's own form, with the last part of a domain of other scripts as well. */
export const emailPattern =
  /^(?!\.)(?!.*\.\.)[a-z0-9_'+\-.]*[a-z0-9_+-]@(?:[a-z0-9][a-z0-9-]*\.)+(?:[a-z]{2,}|xn--[a-z0-9-]{1,59})$/i;
