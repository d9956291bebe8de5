import { afterEach, describe, expect, it, vi } from 'vitest';
import { strings } from '#tests/content/files.ts';

/** Every text about the programme, as readers get it with a setting of the second tier. */
async function programmeTexts(setting: 'true' | 'false') {
  vi.stubEnv('SECOND_TIER', setting);
  vi.resetModules();
  const { specialCopy, upsellsCopy } = await import('#app/domain/site/site-copy/funnels.server.ts');
  const { affiliateProgramCopy, supportFaq } = await import('#app/domain/site/site-copy/pages.server.ts');
  const { legalDocuments } = await import('#app/domain/learning/legal/documents.server.ts');
  const documents = [...legalDocuments().values()].map(({ name, body }) => ({ name, body }));
  const pages = { special: specialCopy(), upsells: upsellsCopy(), program: affiliateProgramCopy() };
  return strings({ ...pages, faq: supportFaq(), documents }).map(({ text }) => text);
}

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

describe('the second tier (P45)', () => {
  const tier = /\b20%|\$199\.40|second tier|recruited sells/;

  it('is told of wherever the program is explained', async () => {
    expect((await programmeTexts('true')).filter((text) => tier.test(text)).length).toBeGreaterThanOrEqual(6);
  });

  it('goes from every text where it is switched off, and the agreement says that there is none', async () => {
    const telling = (await programmeTexts('false')).filter((text) => tier.test(text));
    expect(telling).toEqual([expect.stringContaining('There is no second tier')]);
    expect(telling[0]?.match(new RegExp(tier, 'g'))).toEqual(['second tier', 'recruited sells']);
    expect(telling[0]).toContain('nobody is paid for what a reseller they recruited sells');
  });

  it.each(['true', 'false'] as const)('switched %s, leaves no trace of the switch', async (setting) => {
    expect((await programmeTexts(setting)).filter((text) => /\{\{|\}\}/.test(text))).toEqual([]);
  });
});

describe('parts of texts that a setting switches off', () => {
  it('are told by a name the site knows, with both ends', async () => {
    const { withSwitches } = await import('#app/domain/learning/facts/switches.server.ts');
    const text = 'a{{#secondTier}} b{{/secondTier}}{{^secondTier}} c{{/secondTier}}';
    expect(withSwitches(text)).toBe('a b');
    expect(() => withSwitches('{{#thirdTier}}b{{/thirdTier}}')).toThrow('no switch');
    expect(() => withSwitches('a {{#secondTier}} b')).toThrow('without its other end');
    expect(() => withSwitches('a {{/secondTier}} b')).toThrow('without its other end');
  });
});

describe('the program in plain words (P44, P45)', () => {
  it('is denied nowhere, and not presented as what most people live on', async () => {
    const texts = await programmeTexts('true');
    expect(texts.filter((text) => /nothing is paid for recruiting|we live on/i.test(text))).toEqual([]);
    expect(texts.filter((text) => /most (people|who take part)/i.test(text)).length).toBeGreaterThanOrEqual(
      4,
    );
    const agreement = texts.find((text) => text.includes('This agreement is between you'));
    expect(agreement).toContain('Sales of Reseller PRO pay no commission to anybody');
  });
});
