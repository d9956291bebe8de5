import { visit } from 'unist-util-visit';
import { describe, expect, it } from 'vitest';
import { toolBoxes } from '#app/domain/learning/tool-boxes/tool-boxes.server.ts';
import { months } from '#app/domain/learning/whats-new/months.server.ts';
import { countWords, documents, documentsIn, problemsOf } from '#tests/content/files.ts';

/** Who makes the tools, rules over them, or counted what is said: no other page will do. */
const official =
  `ads.google.com blog.google business.google.com developers.google.com help.instagram.com learn.microsoft.com
  support.google.com web.dev developer.chrome.com developers.facebook.com www.facebook.com help.pinterest.com
  developers.pinterest.com business.x.com docs.x.com help.x.com www.linkedin.com business.linkedin.com senders.yahooinc.com
  mailchimp.com help.shopify.com shopify.dev docs.stripe.com help.openai.com developers.openai.com platform.openai.com
  docs.anthropic.com docs.claude.com support.claude.com code.claude.com platform.claude.com zapier.com help.zapier.com
  docs.zapier.com www.make.com help.make.com business.whatsapp.com developers.tiktok.com ads.tiktok.com www.w3.org
  www.ftc.gov www.youtube.com wordpress.org docs.n8n.io clarity.microsoft.com help.ads.microsoft.com about.ads.microsoft.com
  www.rfc-editor.org datatracker.ietf.org schema.org www.bing.com blogs.bing.com www.indexnow.org support.upwork.com
  cheatsheetseries.owasp.org modelcontextprotocol.io developer.mozilla.org webkit.org wordpress.com docs.aws.amazon.com postmaster.google.com www.ecfr.gov eur-lex.europa.eu
  www.pewresearch.org sendersupport.olc.protection.outlook.com trends.pinterest.com support.tiktok.com www.slideshare.net www.optimizely.com
  trialsjournal.biomedcentral.com www.als.org www.adweek.com investors.spotify.com`.split(/\s+/);

const problemOf = (page: string) => {
  const { host } = new URL(page);
  return official.includes(host) ? [] : [`${host}: whose is it? Official pages are listed in this test`];
};

describe('boxes about tools', () => {
  it('stand in lessons, guides and playbooks, at most two in each, with some text between them', () => {
    const problems = problemsOf(documents, ({ path, tree }) => {
      const found: string[] = [];
      let boxes = 0;
      let isAfterBox = false;
      visit(tree, 'code', ({ lang }, _, parent) => {
        if (lang !== 'tool') return;
        boxes += 1;
        if (parent?.type !== 'root') found.push('a box stands inside a list or quotation');
      });
      for (const node of tree.children) {
        const isBox = node.type === 'code' && node.lang === 'tool';
        if (isBox && isAfterBox) found.push('two boxes follow one another');
        isAfterBox = isBox;
      }
      if (boxes > 0 && !/^(courses\/.*module-\d+|guides\/.*|playbooks\/.*)\.md$/.test(path))
        found.push('boxes have no place here');
      if (boxes > 2) found.push(`${boxes} boxes`);
      if (tree.children[0]?.type === 'code') found.push('begins with a box');
      return found;
    });
    expect(problems).toEqual([]);
  });

  it('rest on official pages', () => {
    expect(
      problemsOf(
        toolBoxes().map(({ file, page }) => ({ path: file, page })),
        ({ page }) => problemOf(page),
      ),
    ).toEqual([]);
  });

  it('are short', () => {
    const problems = problemsOf(
      toolBoxes().map((box) => ({ path: box.file, box })),
      ({ box: { now, press = '', changed = '' } }) => {
        const count = countWords([now, press, changed].join(' '));
        return count < 20 || count > 130 ? [`${count} words, not 20 to 130`] : [];
      },
    );
    expect(problems).toEqual([]);
  });

  it('say no "new", "now", "this year" or "recently" in what has changed: the month they were checked goes by', () => {
    const vague = /\b(?:this (?:year|month)|recently|newly|brand[- ]new|just (?:launched|announced))\b/i;
    const problems = problemsOf(
      toolBoxes().map(({ file, ...box }) => ({ path: file, box })),
      ({ box: { now, press = '', changed = '' } }) => vague.exec([now, press, changed].join(' ')) ?? [],
    );
    expect(problems).toEqual([]);
  });

  it('are in fifty-five pieces or more', () => {
    expect(new Set(toolBoxes().map(({ file }) => file)).size).toBeGreaterThanOrEqual(60);
  });

  it('rest on pages that readers can use, and not on what is written for programmers of ads and messages', () => {
    const forProgrammers =
      /^https:\/\/(developers\.(facebook|pinterest|tiktok)\.com|docs\.x\.com|developers\.google\.com\/(google-ads|my-business))|\.(md|txt)$/;
    expect(
      toolBoxes()
        .filter(({ page }) => forProgrammers.test(page))
        .map(({ file }) => file),
    ).toEqual([]);
  });

  it("name this year's rules, each with its official page", () => {
    const rules = toolBoxes().filter(({ kind }) => kind === 'rule');
    for (const name of [
      /Outlook/,
      /Yahoo/,
      /CAN-SPAM/,
      /TCPA/,
      /FTC rule on reviews/,
      /FTC Endorsement/,
      /GDPR/,
      /withdrawal button/,
      /AI Act/,
    ])
      expect(
        rules.some(({ tool }) => name.test(tool)),
        String(name),
      ).toBe(true);
  });
});

describe('what is new', () => {
  it('rests on official pages where it tells what changed in the field', () => {
    expect(
      problemsOf(
        months().flatMap(({ month, entries }) =>
          entries.map((entry) => ({ path: `whats-new/${month}`, entry })),
        ),
        ({ entry }) => (entry.page ? problemOf(entry.page) : []),
      ),
    ).toEqual([]);
    expect(documentsIn(/^whats-new\//).length).toBe(months().length);
  });
});
