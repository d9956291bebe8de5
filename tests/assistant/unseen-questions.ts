// Questions that were written after the pieces' own and measured before anything was set by them
// (docs/decisions/0056-retrieval-by-piece.md). Since 2026-11-28 they have been looked at for kinds of failure, so they are not unseen any more. They come from the hand that wrote the pieces' questions, so a stranger's may do worse.
import { questionAnchor } from '#app/domain/site/site-copy/pages.server.ts';
import { guide, module, playbook, type TaughtQuestion, taught } from '#tests/assistant/questions.ts';

const help = (question: string) => `/support#${questionAnchor(question)}`;
const course = (slug: string) => `/courses/${slug}`;
const calculator = (slug: string) => `/calculators/${slug}`;
const chapter = (number: number) => `/ebook#chapter-${number}`;

export const unseenQuestions: readonly TaughtQuestion[] = [
  taught(
    'my bakery has plenty of followers but the till stays empty',
    module('social-media-marketing', 3),
    '/email-course/7',
  ),
  taught(
    'what is a fair wage for an hour when I design logos from home',
    module('freelancing', 1),
    calculator('price-floor'),
  ),
  taught('every month I run out of the candles that go best', module('ecommerce', 4)),
  taught(
    'people grab my free PDF but they would never hire me',
    playbook('lead-magnet-in-a-day'),
    module('funnel-building', 2),
    module('email-marketing', 1),
  ),
  taught('the chat window should greet people and find out what they need', module('messenger-marketing', 2)),
  taught(
    'should the ad lead to our home page',
    module('landing-pages', 1),
    module('landing-pages', 7),
    module('ads', 2),
    guide('landing-components'),
  ),
  taught(
    'our dental office has the wrong phone number when you look us up on a map',
    playbook('local-listing-setup'),
  ),
  taught(
    'what do I reply when they say another firm would do it for less',
    module('freelancing', 1),
    '/email-course/9',
    module('cold-calling', 2),
    playbook('competitor-review'),
  ),
  taught(
    'it will be four dollars more from next month on, how do I break the news',
    module('email-marketing', 5),
  ),
  taught(
    'could a machine sort the requests that come in',
    module('ai-agent-fundamentals', 1),
    module('ai-agent-fundamentals', 3),
    module('automation', 3),
  ),
  taught(
    'ten more sales since the redesign, can I trust that',
    module('split-testing', 3),
    guide('analyzing-data'),
    chapter(10),
  ),
  taught('the photos in my store are dark, what should they show', module('ecommerce', 2)),
  taught('forty product texts from a chatbot, how many mistakes will there be', module('ai-essentials', 1)),
  taught(
    'members of a gym should bring along a buddy',
    module('marketing-cases', 1),
    playbook('referral-program-launch'),
  ),
  taught(
    'viewers are gone before I have said a word',
    module('short-video', 1),
    module('newsfeed-ads', 2),
    module('newsfeed-ads', 4),
  ),
  taught(
    'half a minute on camera to explain something customers want to know',
    module('short-video', 2),
    playbook('short-video-batch'),
  ),
  taught('whom do I send a sample so that he promotes my telescope shop', module('affiliate-recruiting', 2)),
  taught('one of my partners orders with his own code', module('affiliate-recruiting', 3)),
  taught(
    'should everyone who left something in the basket get a coupon',
    playbook('abandoned-cart-recovery'),
  ),
  taught('people phone us to ask which of our three packages is theirs', playbook('pricing-page-rewrite')),
  taught('my messages to old buyers got reported', module('messenger-marketing', 1)),
  taught('how early do Easter pictures have to be up', module('pinterest-marketing', 1)),
  taught(
    'our machines cost forty thousand, where do I advertise them',
    module('linkedin-ads', 1),
    course('linkedin-ads'),
  ),
  taught(
    'we pay Google for clicks of people who look for work',
    module('search-ads', 3),
    module('search-ads', 4),
    module('search-ads', 6),
    module('search-ads', 7),
    guide('keyword-technique'),
    guide('marketing-mistakes'),
    guide('adwords-quality'),
    playbook('search-campaign-launch'),
  ),
  taught('my wife wants the button bigger, is that worth trying out', module('split-testing', 1)),
  taught(
    'what do I have to know before I send a client an offer',
    module('freelancing', 2),
    '/email-course/9',
  ),
  taught('our designer says the files belong to him', module('outsourcing', 2), module('outsourcing', 3)),
  taught('let an assistant into the accounts without giving away my login', module('outsourcing', 3)),
  taught('I wrote pages about villages years ago, should they stay', module('seo', 7)),
  taught(
    'Google puts me ninth for roof repair, what should I add',
    module('seo', 4),
    playbook('on-page-seo-pass'),
  ),
  taught('a summary on top tells people everything, why would they visit me', module('seo', 6)),
  taught(
    'earn something with my sewing blog by naming machines I like',
    course('affiliate-marketing'),
    module('affiliate-marketing', 1),
    module('affiliate-marketing', 2),
    module('affiliate-marketing', 4),
  ),
  taught(
    'when in the video do I say that I am paid for it',
    module('affiliate-marketing', 3),
    '/affiliate-centre/training/module-1-lesson-2',
  ),
  taught(
    'I want to teach pottery online, do I film all of it first',
    course('online-learning'),
    module('online-learning', 1),
  ),
  taught('half of my students give up in week two', module('online-learning', 3)),
  taught(
    '500 mugs from abroad, how much money will be stuck',
    module('ecommerce', 1),
    calculator('launch-cash'),
  ),
  taught('four out of five on the phone say just send me something', module('cold-calling', 2)),
  taught(
    'two thousand dollars to found a company, what do I buy first',
    '/training/videos/shoestring-startups',
  ),
  taught(
    'my family loves the idea, how do I find out whether anyone else does',
    module('entrepreneurial-brainstorming', 5),
    module('entrepreneurial-brainstorming', 7),
    guide('market-research'),
    '/training/videos/entrepreneurial',
  ),
  taught('the boss wants another mailing tonight', module('email-marketing', 7)),
  taught(
    'fill the last chairs of a Saturday workshop with my mailing list',
    module('email-marketing', 8),
    playbook('product-launch-email'),
    playbook('social-week-plan'),
  ),
  taught(
    'what I send to Outlook addresses never arrives',
    module('email-marketing', 3),
    chapter(7),
    playbook('list-cleaning'),
  ),
  taught('I only drive twenty miles but people from the next state click', module('geo-targeting', 1)),
  taught(
    'one sheet that tells me whom to phone today',
    playbook('crm-in-an-afternoon'),
    module('lead-generation', 3),
  ),
  taught('most of my box subscribers quit in the second month', '/email-course/10'),
  taught(
    'my partner wants a page on how marketing went, each month',
    playbook('monthly-marketing-report'),
    chapter(10),
  ),
  taught('give a talk over the internet to win clients', playbook('webinar-launch')),
  taught('can my sister use my login too', help('Can I share my account with a colleague?')),
];

/** Of other trades: answered with "That isn't in the library". */
export const unseenOffTopic: readonly string[] = [
  'what do I feed a cat with kidney trouble',
  'how do I get a visa for Japan',
  'recipe for pancakes with buttermilk',
  'my knee hurts when I run',
  'how do I stop a tap from dripping',
  'trains from Boston to New York on Sunday',
  'a poem about autumn leaves please',
  'what is 17 times 23',
  'will it rain tomorrow',
  'which stocks should I buy with my savings',
  'how do I say good morning in Spanish',
  'who won the world cup in 1998',
];
