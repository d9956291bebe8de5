import { afterEach, describe, expect, it, vi } from 'vitest';
import { samplesIn, withoutSamples } from '#app/domain/learning/facts/samples.server.ts';
import { documentsIn, strings } from '#tests/content/files.ts';

/** The pages' words as they are in the demo or outside of it, and what waits for a real figure there. */
async function site(demo: 'true' | 'false') {
  vi.stubEnv('DEMO', demo);
  vi.resetModules();
  const { dmdCopy, specialCopy } = await import('#app/domain/site/site-copy/funnels.server.ts');
  const { homeCopy } = await import('#app/domain/site/site-copy/home.server.ts');
  const { pricingCopy } = await import('#app/domain/site/site-copy/pages.server.ts');
  const { claimsToSubstantiate } = await import('#app/domain/site/site-copy/claims.server.ts');
  const pages = { home: homeCopy(), special: specialCopy(), dmd: dmdCopy(), pricing: pricingCopy() };
  return { ...pages, texts: strings(pages).map(({ text }) => text), waiting: claimsToSubstantiate() };
}

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

describe('what is marked as sample (P46)', () => {
  const data = {
    proof: { sample: true, text: 'many' },
    quotes: [{ sample: true, quote: 'a' }, { quote: 'b' }],
    list: { sample: false, inner: { sample: true, amount: '$1', saving: 'all' } },
  };

  it('is taken out of data, with what holds it left in place', () => {
    expect(withoutSamples(data)).toEqual({ quotes: [{ quote: 'b' }], list: { sample: false } });
  });

  it('is found in data, with its place', () => {
    expect(samplesIn(data)).toEqual([
      { place: 'proof', texts: ['many'] },
      { place: 'quotes.0', texts: ['a'] },
      { place: 'list.inner', texts: ['$1', 'all'] },
    ]);
  });

  it('is all shown in the demo, with a note', async () => {
    const { home, special, dmd, texts, waiting } = await site('true');
    for (const { file, place, text } of waiting)
      for (const part of text.split(' - ')) expect(texts, `${file}: ${place}`).toContain(part);
    const noted = { 'content/site/home.yaml': home, 'content/site/special.yaml': special };
    for (const [file, page] of Object.entries(noted))
      if (waiting.some((claim) => claim.file === file && claim.place.startsWith('testimonials')))
        expect(page.testimonials.note).toMatch(/^Sample text/);
    expect(dmd.offer.listPrice).toMatchObject({ amount: '$297', saving: '97% off the list price' });
  });

  it('is nowhere outside of the demo, nor is the note', async () => {
    const { home, special, texts, waiting } = await site('false');
    for (const { file, place, text } of waiting)
      for (const part of text.split(' - ')) expect(texts, `${file}: ${place}`).not.toContain(part);
    expect(texts.filter((text) => text.startsWith('Sample text'))).toEqual([]);
    for (const { proof, note, shown } of [home.testimonials, special.testimonials])
      if (!proof && shown.length === 0) expect(note).toBeUndefined();
  });

  it('leaves the note out, and the claims in, once every one is real', async () => {
    const { testimonials } = await import('#app/domain/site/site-copy/claims.server.ts');
    const said = { title: 'Said', note: 'Sample text.', proof: { text: '12 readers' } };
    const quotes = ['a', 'b', 'c', 'd'].map((quote) => ({ quote, trade: 'Baker' }));
    expect(testimonials.parse({ ...said, quotes })).toEqual({
      title: 'Said',
      proof: '12 readers',
      note: undefined,
      shown: quotes.slice(0, 3),
      more: quotes.slice(3),
    });
    const [first, ...others] = quotes;
    const mixed = testimonials.parse({ ...said, quotes: [{ ...first, sample: true }, ...others] });
    expect(mixed.note).toBe('Sample text.');
  });

  it('is listed for the owner, the same in the demo and outside of it', async () => {
    const { waiting } = await site('false');
    expect((await site('true')).waiting).toEqual(waiting);
    expect(waiting.map(({ file, place }) => `${file}: ${place}`)).toEqual(
      documentsIn(/^site\//).flatMap(({ path, data }) =>
        samplesIn(data.file).map(({ place }) => `content/${path}: ${place}`),
      ),
    );
    expect(waiting.filter(({ text }) => text === '' || text.includes('{{'))).toEqual([]);
  });
});
