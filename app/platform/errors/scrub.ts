/** What stands between marks that no address of a person has. */
const word = /[^\s<>"'=:,;()[\]/]+/g;
const url = /\b([a-z][a-z+]*:\/\/)(?:[^\s/@]*@)?([^\s/?#"')]+)([^\s?#"')]*)[^\s"')]*/gi;
const secret = /\b(?:sk|pk|rk|whsec|mad|Bearer)[_ ][\w-]{8,}|\beyJ[\w-]{8,}(?:\.[\w-]+)*|\b[\w-]{40,}\b/g;

/** A text without what could be an address of a person, credentials or a token: what leaves the site holds none (P223). */
export const scrub = (text: string): string =>
  text
    .replace(url, '$1$2$3')
    // A name of a package begins with the sign.
    .replace(word, (each) => (each.indexOf('@') > 0 || /%40/.test(each) ? '[email]' : each))
    .replace(secret, '[secret]');
