/**
 * Whether an address is a placeholder that nobody can receive mail at: accounts that were erased have one, in the top-level domain
 * that is reserved for this (RFC 2606).
 */
export const isPlaceholderAddress = (address: string): boolean =>
  /@(?:[^@]*\.)?invalid\.?>?\s*$/i.test(address);
