import { guides, playbooks } from '#app/domain/learning/articles/articles.server.ts';
import { gettingStarted } from '#app/domain/learning/articles/getting-started.server.ts';
import { courses } from '#app/domain/learning/courses/catalogue.server.ts';
import { decks } from '#app/domain/learning/decks/decks.server.ts';
import { bookExcerpt } from '#app/domain/learning/ebook/excerpt.server.ts';
import { letters } from '#app/domain/learning/email-course/letters.server.ts';
import { coursesCopy, dashboardCopy } from '#app/domain/learning/facts/copy.server.ts';
import { firstWeekCopy } from '#app/domain/learning/first-week/first-week-copy.server.ts';
import { legalDocuments } from '#app/domain/learning/legal/documents.server.ts';
import { quizzes } from '#app/domain/learning/quizzes/quizzes.server.ts';
import { allSeries } from '#app/domain/learning/series/series.server.ts';
import { months } from '#app/domain/learning/whats-new/months.server.ts';
import { funnelSetupCopy } from '#app/domain/programme/affiliates/funnel.server.ts';
import { trainingModules } from '#app/domain/programme/affiliates/training.server.ts';
import { readSalesPage, salesPagesFolder } from '#app/domain/site/sales-pages/sales-pages.server.ts';
import { affiliateCommissionsCopy } from '#app/domain/site/site-copy/affiliate-commissions.server.ts';
import { affiliateKeysCopy, affiliateSupportCopy } from '#app/domain/site/site-copy/affiliate-help.server.ts';
import {
  affiliateStatsCopy,
  affiliateToolsCopy,
  affiliateTrainingCopy,
  marketingMaterialsCopy,
} from '#app/domain/site/site-copy/affiliates.server.ts';
import { dmdCopy, specialCopy, upsellsCopy } from '#app/domain/site/site-copy/funnels.server.ts';
import { homeCopy } from '#app/domain/site/site-copy/home.server.ts';
import {
  affiliateProgramCopy,
  communityCopy,
  demoCopy,
  emailCourseCopy,
  pricingCopy,
  supportCopy,
  supportFaq,
  supportResources,
  trainingCopy,
} from '#app/domain/site/site-copy/pages.server.ts';

/** How the words of a page are read, by the name of their file in content/site. */
const pages: Record<string, () => unknown> = {
  'affiliate-commissions': affiliateCommissionsCopy,
  'affiliate-keys': affiliateKeysCopy,
  'affiliate-program': affiliateProgramCopy,
  'affiliate-stats': affiliateStatsCopy,
  'affiliate-support': affiliateSupportCopy,
  'affiliate-tools': affiliateToolsCopy,
  'affiliate-training': affiliateTrainingCopy,
  community: communityCopy,
  courses: coursesCopy,
  dashboard: dashboardCopy,
  demo: demoCopy,
  dmd: () => {
    const { excerpt } = dmdCopy();
    return bookExcerpt(excerpt.chapter, excerpt.heading);
  },
  'email-course': emailCourseCopy,
  'first-week': firstWeekCopy,
  'funnel-setup': funnelSetupCopy,
  home: homeCopy,
  'marketing-materials': marketingMaterialsCopy,
  pricing: pricingCopy,
  special: specialCopy,
  support: supportCopy,
  training: trainingCopy,
  upsells: upsellsCopy,
};

/** What reads the pieces of a folder, in the order of need: what the site could not show fails here. */
const folders: Record<string, readonly (() => unknown)[]> = {
  'affiliate-training': [trainingModules],
  courses: [courses, quizzes, decks, allSeries],
  'email-course': [letters],
  guides: [guides],
  legal: [legalDocuments],
  playbooks: [playbooks],
  series: [allSeries, decks],
  support: [supportFaq, supportResources],
  'whats-new': [months],
  'getting-started.md': [gettingStarted],
};

/** What reads a piece, and what hangs together with it, as the site does; each throws an Error that says what it could not read. */
export function readersOf(path: string): readonly (() => unknown)[] {
  const [folder = '', name = ''] = path.split('/');
  if (folder === salesPagesFolder) return [() => readSalesPage(path)];
  return folder === 'site'
    ? [pages[name.replace(/\.yaml$/, '')] ?? unknownPage(path)]
    : (folders[folder] ?? []);
}

const unknownPage = (path: string) => () => {
  throw new Error(`content/${path} is read by no page`);
};
