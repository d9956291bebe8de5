const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

/** What has two letters and is no country to live in: unions, reserved and test codes, uninhabited islands. */
const none = new Set([
  'AC',
  'AQ',
  'BV',
  'CP',
  'CQ',
  'DG',
  'EA',
  'EU',
  'EZ',
  'HM',
  'IC',
  'QO',
  'TA',
  'TF',
  'UN',
  'XA',
  'XB',
  'ZZ',
]);
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** The countries, by their two letters, in the order of their names. */
export const countries: readonly { code: string; name: string }[] = letters
  .flatMap((first) => letters.map((second) => `${first}${second}`))
  .flatMap((code) => {
    const name = none.has(code) ? undefined : names.of(code);
    return name ? [{ code, name }] : [];
  })
  .toSorted((a, b) => a.name.localeCompare(b.name, 'en'));

/** What a country is called that goes by these two letters; undefined for none. */
export const countryName = (letters: string | null): string | undefined =>
  countries.find(({ code }) => code === letters)?.name;
