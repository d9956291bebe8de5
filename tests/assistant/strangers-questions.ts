// A second set of unseen questions, by a hand that wrote neither the pieces' own questions nor the retrieval, and that read the texts alone. The pieces were fixed
// before anything was asked. Measure with it; set nothing by it.
import {
  calculator,
  chapter,
  guide,
  help,
  module,
  playbook,
  type TaughtQuestion,
  taught,
} from '#tests/assistant/questions.ts';

const letter = (number: number) => `/email-course/${number}`;

export const strangersQuestions: readonly TaughtQuestion[] = [
  // Situations.
  taught(
    'i have a small shop for kids shoes, facebook says it sold 70 pairs for me but the till only has 45. who is right?',
    module('ads', 3),
    module('newsfeed-ads', 3),
    module('newsfeed-ads', 8),
    module('paid-traffic', 4),
    chapter(10),
  ),
  taught(
    'my blender test gets thousands of readers but hardly anybody orders through my links',
    module('affiliate-marketing', 2),
    module('affiliate-marketing', 4),
  ),
  taught(
    'forty bloggers joined to recommend our tea shop, only two ever posted anything',
    module('affiliate-recruiting', 3),
  ),
  taught(
    'we let a bot answer booking requests on trial and it gets nine out of ten right, is that good enough to leave it alone',
    module('ai-agent-fundamentals', 3),
    module('ai-agent-fundamentals', 2),
    module('ai-agent-fundamentals', 1),
    module('automation', 3),
  ),
  taught(
    'our automatic reminder went out to a customer who had already called and said no. how do I make sure it stops in time?',
    module('automation', 2),
  ),
  taught(
    'a local news site wants 600 a month for a picture ad at the top, is that too much',
    module('banner-ads', 1),
  ),
  taught(
    'I have to ring up companies for my cleaning firm but my voice shakes and they say no time before I get anywhere',
    module('cold-calling', 2),
  ),
  taught(
    'my boss wants to mail everybody on the list whenever he has an idea, how do I stop him',
    module('email-marketing', 7),
  ),
  taught(
    'i have to many ideas for a buisness and cant decide wich one',
    module('entrepreneurial-brainstorming', 4),
    module('entrepreneurial-brainstorming', 1),
    chapter(1),
  ),
  taught(
    'client keeps asking for just one more little change and I never dare to charge for it',
    module('freelancing', 3),
  ),
  taught(
    'lots of people look at the free class, many sign up for the trial, nobody pays. where do I look first?',
    module('funnel-building', 4),
    guide('purchase-cycle'),
    guide('landing-optimization'),
    guide('marketing-mistakes'),
  ),
  taught(
    'we fix bikes at the door but customers 40 miles away cost us half a day in the van',
    module('geo-targeting', 1),
    module('geo-targeting', 2),
  ),
  taught(
    'people ask for a quote on saturday and I only get round to it on monday evening, does that really matter',
    module('lead-generation', 3),
    letter(9),
    guide('marketing-mistakes'),
  ),
  taught(
    'we sell training to hospitals. the head nurse loves it, then purchasing blocks it. who should see our ads at such a place?',
    module('linkedin-ads', 1),
  ),
  taught(
    'I run a small animal shelter and we have no money for ads. How did that thing where people poured ice water over their heads get so big, and is there a way to do something like it with a few hundred supporters?',
    module('marketing-cases', 4),
  ),
  taught(
    'there are unanswered questions and nasty remarks under our facebook ad, does anyone read those',
    module('newsfeed-ads', 6),
    module('newsfeed-ads', 3),
    module('newsfeed-ads', 5),
    module('social-media-marketing', 3),
  ),
  taught(
    'folks buy my watercolor lessons online and quit after the second evening',
    module('online-learning', 3),
    module('online-learning', 2),
  ),
  taught(
    'my assistant messed up the listings agian. explain it better or look for somebody else?',
    module('outsourcing', 3),
    module('outsourcing', 1),
  ),
  taught(
    'got 800 dollars for advertising, four ideas and three apps. a little of everything?',
    module('paid-traffic', 3),
    module('paid-traffic', 2),
    chapter(9),
  ),
  taught(
    'half the clicks on my plumbing ad come from folks looking for a job with us',
    guide('keyword-technique'),
    playbook('search-campaign-launch'),
    guide('ppc-start'),
    guide('marketing-mistakes'),
    guide('understanding-relevance'),
    module('search-ads', 1),
    module('search-ads', 3),
    module('search-ads', 4),
    module('search-ads', 6),
    module('search-ads', 7),
  ),
  taught(
    'google now shows its own robot answer on top and since then hardly anybody comes to my page about cloudy aquariums, although I am still number two',
    module('seo', 6),
    module('seo', 3),
    guide('seo-google'),
    guide('keyword-research'),
  ),
  taught(
    'blue button got 12 orders, red one 17, so red it is?',
    module('split-testing', 3),
    module('split-testing', 2),
    module('split-testing', 1),
    chapter(10),
    guide('analyzing-data'),
    guide('landing-optimization'),
    playbook('ad-creative-test'),
    module('ads', 3),
    calculator('test-size'),
  ),
  taught(
    'every time we do 20 percent off the shop is packed and then it is dead for two weeks',
    guide('marketing-mistakes'),
    module('ecommerce', 4),
  ),
  taught(
    'of 100 visitors 3 used to buy, now its only 2. we changed the shop design but we also started with instagram, which of the two is to blame',
    guide('analyzing-data'),
    playbook('monthly-marketing-report'),
  ),
  taught(
    'requests sit on paper slips, in whatsapp and in three inboxes and I forget half of them',
    playbook('crm-in-an-afternoon'),
    module('lead-generation', 3),
  ),
  taught(
    'I am a dentist. Patients keep telling me how happy they are, yet nobody sends us a friend or a colleague.',
    playbook('referral-program-launch'),
    letter(10),
    module('marketing-cases', 1),
  ),
  taught('200 signed up for my online evening and 40 came', playbook('webinar-launch')),
  taught(
    'our band plays on saturday and 60 of 90 tickets are still there. what do we put up each day until then',
    playbook('social-week-plan'),
  ),
  taught(
    'there are thirty yoga teachers in this town, why would anybody pick me',
    playbook('positioning-statement'),
    letter(2),
    chapter(1),
    playbook('competitor-review'),
  ),
  taught(
    'someone offered me 30 for every member I bring to my gym, no idea what a member is worth to me over the years',
    calculator('lifetime-value'),
    module('affiliate-recruiting', 1),
    letter(10),
    chapter(9),
    module('paid-traffic', 1),
  ),

  // Plain.
  taught(
    'may I paste complaints with peoples names in them into chatgpt',
    module('ai-essentials', 2),
    help('Can I use an AI assistant with the lessons?'),
  ),
  taught(
    'how much money do I need to start importing phone cases',
    module('ecommerce', 1),
    calculator('launch-cash'),
  ),
  taught(
    'should the price be on my site or do I let them ask',
    module('landing-pages', 2),
    guide('sales-copy'),
    chapter(5),
    letter(3),
  ),
  taught(
    'do I need a yes from customers before I send them offers on whatsapp',
    module('messenger-marketing', 1),
    module('messenger-marketing', 3),
  ),
  taught('when do christmas things have to be up on pinterest', module('pinterest-marketing', 1)),
  taught('how do I get chatgpt to write the way I do', module('prompt-engineering', 2)),
  taught(
    'how do I start a reel so that they dont swipe on',
    module('short-video', 1),
    playbook('short-video-batch'),
    module('newsfeed-ads', 2),
    module('newsfeed-ads', 4),
    module('social-media-marketing', 2),
  ),
  taught('which app should a hairdresser be on', module('social-media-marketing', 1), letter(7)),
  taught('can I keep my ads on x away from horrible posts', module('twitter-ads', 1)),
  taught(
    'how do we switch to a new website and not lose our places in google',
    module('website-design', 3),
    chapter(5),
  ),
  taught('how do I get a trade magazine to print something I wrote', guide('article-marketing')),
  taught('do men need other ads than women', guide('men-guide')),
  taught(
    'anyone could use my product, do I still have to choose a group',
    guide('target-audiences'),
    chapter(1),
    module('ads', 1),
    module('entrepreneurial-brainstorming', 3),
    letter(2),
    playbook('positioning-statement'),
  ),
  taught(
    'how do I fix it that google says we are closed on mondays',
    playbook('local-listing-setup'),
    chapter(6),
  ),
  taught('what does it mean when half my visitors are called direct', playbook('utm-tracking-setup')),
  taught('which other firms could send me customers and how do I win them over', chapter(8)),
  taught('if I promise money back wont people just use me', chapter(3)),
  taught(
    'how many new readers do I need just to make up for the ones that go',
    calculator('list-growth'),
    guide('mailing-list'),
  ),
  taught(
    'is a booking program for 49 a month worth it if I save three hours',
    calculator('tool-payback'),
    module('automation', 1),
  ),
  taught('songs in my clips, can a business just use any', module('short-video', 3)),

  // The account, and words of the trade.
  taught(
    'how do i get out of this subscription',
    help('How do I cancel my membership?'),
    '/legal/terms',
    '/legal/refund-policy',
  ),
  taught(
    'my accountant needs the bill with our company address on it',
    help('Can I put my company name or tax number on receipts?'),
    help('Where do I find my invoices and receipts?'),
  ),
  taught(
    'on what day does my commission arrive',
    help('When am I paid?'),
    help('How long is a commission pending?'),
    '/legal/affiliate-agreement',
    '/affiliate-centre/training/module-3-lesson-2',
  ),
  taught(
    'cant get in, dont know my pasword any more',
    help('I have forgotten my password.'),
    help('Can I sign in without a password?'),
    help('How do I change my password?'),
  ),
  taught(
    'new phone and now the code for the login is gone',
    help('I lost my phone and cannot get the code. How do I sign in?'),
  ),
  taught('please erase everything you have about me', help('How do I delete my account?'), '/legal/privacy'),
  taught(
    'you sent my money back on tuesday but my bank shows nothing',
    help('How long does a refund take?'),
    '/legal/refund-policy',
  ),
  taught(
    'you mail me too much, where do I switch that off',
    help('Which emails do you send me, and how do I turn them off?'),
  ),
  taught('what is cpc', help('What do CTR, CPC, CPM, CPA, CAC, ROAS and ROI mean?')),
  taught(
    'my credit card runs out next month, where do I put in the new one',
    help('How do I change my credit card?'),
    help('What happens if a payment fails?'),
  ),
];

/** Of other trades: nothing in the library answers. */
export const strangersOffTopic: readonly string[] = [
  'why does my sourdough come out flat',
  'my uncle died without a will, who gets the house',
  'the clutch of my old golf slips when I go uphill',
  'how do I keep track of what our family spends on food and rent',
  'how do I write the first chapter of a crime novel',
  'my printer does not find the wifi any more',
  'how many hours may a trainee work on a sunday',
  'what is the best way to tune a twelve string guitar',
  'which vaccination does a puppy need first',
  'can I deduct the car from my income tax if I also drive it privately',
  'what do I do against mold behind the wardrobe',
  'how do I sort a list of names in python',
];
