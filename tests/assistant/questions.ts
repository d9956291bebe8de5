// What the assistant is asked in its evaluation. Questions are put as members put them, not in the words of the pieces that answer.
import type { StateTopic } from '#app/domain/assistant/intents.ts';
import { questionAnchor } from '#app/domain/site/site-copy/pages.server.ts';

/** A question and the pieces of the library that answer it: any of them will do. */
export interface TaughtQuestion {
  question: string;
  /** Addresses without the place on the page. */
  answeredBy: readonly string[];
}

export const taught = (question: string, ...answeredBy: string[]): TaughtQuestion => ({
  question,
  answeredBy,
});
export const module = (course: string, number: number) => `/courses/${course}/module-${number}`;
export const guide = (slug: string) => `/training/guides/${slug}`;
export const playbook = (slug: string) => `/playbooks/${slug}`;
export const help = (question: string) => `/support#${questionAnchor(question)}`;
export const calculator = (slug: string) => `/calculators/${slug}`;
export const chapter = (number: number) => `/ebook#chapter-${number}`;

/** Answered somewhere in the library. */
export const taughtQuestions: readonly TaughtQuestion[] = [
  taught('How do I write a good subject line?', module('email-marketing', 2)),
  taught(
    'My emails end up in the spam folder. What can I do?',
    module('email-marketing', 3),
    '/email-course/5',
    guide('mailing-list'),
    playbook('list-cleaning'),
  ),
  taught('How do I clean up my email list?', playbook('list-cleaning')),
  taught('What should a welcome email say?', playbook('welcome-email-sequence'), guide('mailing-list')),
  taught('how can I win back people who left their cart', playbook('abandoned-cart-recovery')),
  taught('How many visitors do I need for a split test?', module('split-testing', 2)),
  taught('When can I stop an A/B test?', module('split-testing', 2), module('split-testing', 3)),
  taught('What are negative keywords?', guide('keyword-technique'), playbook('search-campaign-launch')),
  taught(
    'How do I improve my quality score in Google Ads?',
    guide('adwords-quality'),
    module('search-ads', 2),
  ),
  taught(
    'How much can I afford to pay for a click?',
    guide('ppc-start'),
    playbook('search-campaign-launch'),
    module('paid-traffic', 1),
    module('paid-traffic', 3),
    module('search-ads', 1),
  ),
  taught(
    'How do I get links from other websites?',
    guide('backlinks-article'),
    playbook('link-outreach'),
    guide('backlinks-social'),
  ),
  taught('Why did my search traffic drop suddenly?', guide('seo-google'), module('seo', 3)),
  taught(
    'how do i do keyword research',
    guide('keyword-research'),
    module('seo', 1),
    playbook('keyword-map'),
  ),
  taught(
    'What goes on a landing page?',
    guide('landing-components'),
    module('landing-pages', 2),
    playbook('landing-page-teardown'),
    module('landing-pages', 1),
  ),
  taught('How many form fields should I ask for?', module('landing-pages', 3), module('lead-generation', 2)),
  taught('How do I get more reviews for my local business?', playbook('local-listing-setup')),
  taught('How do I handle negative comments on social media?', module('social-media-marketing', 3)),
  taught('What should I post this week?', playbook('social-week-plan'), module('social-media-marketing', 2)),
  taught('How do I plan a content calendar?', playbook('content-calendar')),
  taught('How should I set up UTM parameters?', playbook('utm-tracking-setup')),
  taught('What commission rate should I offer my affiliates?', module('affiliate-recruiting', 1)),
  taught(
    'Do I have to disclose affiliate links?',
    module('affiliate-marketing', 3),
    '/support',
    '/legal/affiliate-agreement',
  ),
  taught('What hourly rate should I charge as a freelancer?', module('freelancing', 1)),
  taught('A client pays late. What now?', module('freelancing', 3)),
  taught('What do I say in the first seconds of a cold call?', module('cold-calling', 2)),
  taught('Am I allowed to call companies I bought a list of?', module('cold-calling', 1)),
  taught('When should I offer free shipping?', module('ecommerce', 3)),
  taught('How do I get customers to order a second time?', module('ecommerce', 4), '/email-course/10'),
  taught('Can I trust what ChatGPT tells me?', module('ai-essentials', 1), module('ai-essentials', 3)),
  taught(
    'What can an AI agent do for my business?',
    module('ai-agent-fundamentals', 1),
    '/courses/ai-agent-fundamentals',
  ),
  taught(
    'How do I write a better prompt?',
    module('prompt-engineering', 1),
    module('prompt-engineering', 4),
    '/courses/prompt-engineering',
  ),
  taught('What picture size and shape works for a pin?', module('pinterest-marketing', 2)),
  taught(
    'How do I find out which LinkedIn ads bring customers?',
    module('linkedin-ads', 3),
    '/courses/linkedin-ads',
  ),
  taught(
    'How do I interview customers?',
    playbook('customer-interviews'),
    '/email-course/1',
    guide('market-research'),
  ),
  taught('What does retargeting cost and is it worth it?', playbook('retargeting-setup')),
  taught('Which tasks should I hand to a freelancer first?', module('outsourcing', 1)),
  taught(
    'How can I test a business idea before I build anything?',
    module('entrepreneurial-brainstorming', 7),
    module('entrepreneurial-brainstorming', 5),
    guide('market-research'),
  ),
  taught('How do I write a positioning statement?', playbook('positioning-statement')),
  taught('How does the money-back guarantee work?', '/support', '/legal/refund-policy', '/legal/terms'),
  taught('What do I get with the membership?', '/support', '/legal/terms'),
];

/** The same kind, typed in a hurry. */
export const misspelledQuestions: readonly TaughtQuestion[] = [
  taught('how do i wirte a sbject line', module('email-marketing', 2)),
  taught('abandonned cart emials', playbook('abandoned-cart-recovery')),
  taught('what is a negativ keywrod', guide('keyword-technique'), playbook('search-campaign-launch')),
  taught('retargetting audiances', playbook('retargeting-setup')),
  taught('posistioning statment template', playbook('positioning-statement')),
  taught('how to plan a contnet calender', playbook('content-calendar')),
  taught(
    'custommer interveiw questions',
    playbook('customer-interviews'),
    '/email-course/1',
    guide('market-research'),
  ),
  taught('pintrest pins that get cliks', module('pinterest-marketing', 2)),
  taught('when is free shiping a good idea', module('ecommerce', 3)),
  taught('webinnar folow up series', playbook('webinar-launch')),
];

/** Not answered here, some of them by a hair: the library uses their words, or teaches what stands beside them. */
export const unanswerableQuestions: readonly string[] = [
  'What is the capital of Australia?',
  'Who won the football world cup in 2018?',
  'How do I bake sourdough bread?',
  'What is the weather like in Denver tomorrow?',
  'Which medicine helps against a migraine?',
  'How do I file a tax return in Germany?',
  'Should I form an LLC or a corporation?',
  'How do I install WordPress on my own server?',
  'How do I run ads on TikTok?',
  'How do I get monetized on YouTube?',
  'How do I start a podcast?',
  'What does a Super Bowl commercial cost?',
  'How do I set up Shopify payments?',
  'How do I sell on Etsy?',
  'Can you recommend a good CRM for dentists?',
  'How do I patent an invention?',
  'Which cryptocurrency should I buy?',
  'How do I write Python code for a web scraper?',
  'How do I advertise on the radio?',
  'What is the phone number of the founder?',
];

/** About the member's own state: answered from data. */
export const stateQuestions: readonly { question: string; topic: StateTopic }[] = [
  { question: 'How far am I with my courses?', topic: 'progress' },
  { question: 'Which courses have I finished?', topic: 'progress' },
  { question: 'what is my progress in SEO', topic: 'progress' },
  { question: 'What should I learn next?', topic: 'next' },
  { question: 'Where did I leave off?', topic: 'next' },
  { question: 'When is my next payment?', topic: 'billing' },
  { question: 'Is my membership active?', topic: 'billing' },
  { question: 'How many clicks did my referral link get?', topic: 'earnings' },
  { question: 'how many people have I referred', topic: 'earnings' },
  { question: 'Do I own the ebook?', topic: 'ebook' },
];
