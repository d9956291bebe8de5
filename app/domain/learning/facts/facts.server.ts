import {
  ebookGuaranteeSentence,
  giftGuaranteeSentence,
  guaranteeLabel,
  guaranteeSentence,
} from '#app/domain/core/catalogue/guarantee.ts';
import {
  ebook,
  ebookListCents,
  formatMoney,
  guaranteeDays,
  membership,
  percentOff,
  resellerPro,
} from '#app/domain/core/catalogue/products.ts';
import {
  closingReminderDays,
  exampleYears,
  firstYear,
  paymentsToEarnFee,
  pendingDays,
  proFreeMonths,
  referralDays,
  resellerFeeCents,
  resellerPercent,
  resellerProCents,
  secondTierPercent,
  unclaimedMonths,
} from '#app/domain/core/catalogue/programme.ts';
import { siteSettings, whileTermsHold } from '#app/domain/core/site-settings/current.server.ts';
import { currentCourses } from '#app/domain/learning/courses/catalogue.server.ts';
import { withSwitches } from '#app/domain/learning/facts/switches.server.ts';
import { config } from '#app/platform/config.server.ts';
import { listContent } from '#app/platform/content/files.server.ts';
import { ordinal } from '#app/platform/ordinal.ts';

/** Figures that texts name by {{placeholder}}: computed from data, never typed (P17). They follow what operators set. */
export const facts = whileTermsHold((): Readonly<Record<string, string>> => {
  const guideCount = listContent('guides', /\.md$/).length;
  const playbookCount = listContent('playbooks', /\.md$/).length;
  const {
    programme: { affiliatePercent, trialDays },
    payouts,
  } = siteSettings();
  return {
    brand: config().brandName,
    supportEmail: config().supportEmail,
    operatorName: config().operator.name,
    operatorAddress: config().operator.address,
    membershipPrice: formatMoney(membership.amountCents),
    membershipInterval: membership.interval,
    affiliateRate: `${affiliatePercent}%`,
    affiliateMonthly: formatMoney(Math.round((membership.amountCents * affiliatePercent) / 100)),
    resellerRate: `${resellerPercent}%`,
    resellerMonthly: formatMoney((membership.amountCents * resellerPercent) / 100),
    secondTierRate: `${secondTierPercent}%`,
    secondTierEarning: formatMoney((resellerFeeCents() * secondTierPercent) / 100),
    pendingDays: String(pendingDays),
    closingReminderDays: String(closingReminderDays),
    unclaimedMonths: String(unclaimedMonths),
    referralDays: String(referralDays),
    trialDays: String(trialDays),
    payoutDay: ordinal(payouts.day),
    payoutMinimum: formatMoney(payouts.minimumCents),
    resellerFee: formatMoney(resellerFeeCents()),
    resellerProPrice: formatMoney(resellerProCents()),
    resellerProInterval: resellerPro.interval,
    resellerExtra: formatMoney(
      Math.round((membership.amountCents * (resellerPercent - affiliatePercent)) / 100),
    ),
    resellerFeePayments: String(paymentsToEarnFee(affiliatePercent)),
    proFreeMonths: String(proFreeMonths()),
    proThreeMonthsSaving: formatMoney(proFreeMonths() * resellerProCents()),
    proSaleMonths: String(Math.floor(resellerFeeCents() / resellerProCents())),
    membershipYear: formatMoney(intervalsAYear(membership.interval) * membership.amountCents),
    ...exampleYearFacts('few', affiliatePercent),
    ...exampleYearFacts('many', affiliatePercent),
    ebookPrice: formatMoney(ebook.amountCents),
    ebookListPrice: formatMoney(ebookListCents),
    ebookDiscount: `${percentOff(ebook.amountCents, ebookListCents)}%`,
    ebookChapters: String(listContent('ebook', /^\d+-[a-z0-9-]+\.md$/).length),
    guaranteeDays: String(guaranteeDays),
    guarantee: guaranteeSentence,
    guaranteeLabel,
    ebookGuarantee: ebookGuaranteeSentence,
    giftGuarantee: giftGuaranteeSentence,
    courseCount: String(currentCourses().length),
    courseValue: formatMoney(currentCourses().length * 19_700),
    guideCount: String(guideCount),
    playbookCount: String(playbookCount),
    tutorialCount: String(guideCount + playbookCount),
    letterCount: String(listContent('email-course', /^\d+-[a-z0-9-]+\.md$/).length),
  };
});

/** How often something is charged in a year. */
const intervalsAYear = (interval: 'month' | 'year') => (interval === 'year' ? 1 : 12);

/** One of the worked years of the reseller page, as `fewMembers`, `fewPayments` and so on. */
function exampleYearFacts(name: keyof typeof exampleYears, affiliatePercent: number): Record<string, string> {
  const { members, months } = exampleYears[name];
  const payments = members * months;
  const affiliate = firstYear(payments, affiliatePercent);
  const reseller = firstYear(payments, resellerPercent, resellerFeeCents());
  return {
    [`${name}Members`]: String(members),
    [`${name}Months`]: String(months),
    [`${name}Payments`]: String(payments),
    [`${name}AffiliateShare`]: formatMoney(affiliate.shareCents),
    [`${name}AffiliateLeft`]: formatMoney(affiliate.leftCents),
    [`${name}ResellerShare`]: formatMoney(reseller.shareCents),
    [`${name}ResellerLeft`]: formatMoney(reseller.leftCents),
  };
}

/** Puts the figures into a text, and those of `own`, and leaves out what is switched off. @throws when it names one that does not exist. */
export function withFacts(text: string, own: Readonly<Record<string, string>> = {}): string {
  return withSwitches(text).replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const values = Object.hasOwn(own, name) ? own : facts();
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined) throw new Error(`A text names {{${name}}}, which is no figure the site knows.`);
    return value;
  });
}

/** Placeholders with a value of each reader's own, put in when a file is downloaded. */
export const readerFacts: readonly string[] = ['referralLink'];
