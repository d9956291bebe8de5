// A third set of unseen questions, by another hand that read the texts alone, after the encoder was replaced. The pieces were
// fixed before anything was asked. Measure with it; set nothing by it.
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

/** Questions by strangers with a problem and none of the library's words, written from the lessons alone and never tuned to. */
export const secondStrangersQuestions: readonly TaughtQuestion[] = [
  // Courses
  taught(
    'facebook says it got me 40 sales, google says 35, but my till only had 50 orders altogether. who is lying??',
    module('ads', 3),
    chapter(10),
    module('newsfeed-ads', 8),
    guide('analyzing-data'),
  ),
  taught(
    'my gardening blog earns a bit when readers buy tools, but nearly all of it comes from one shop. what if they drop me tomorrow',
    module('affiliate-marketing', 4),
  ),
  taught(
    'I gave 25 bloggers their own link for my soaps and a cut of the sales and almost none of them ever posted anythng',
    module('affiliate-recruiting', 3),
  ),
  taught(
    "thinking of letting a bot read our inbox and write back to guests by itself. how do I make sure it can't do anything stupid with that access",
    module('ai-agent-fundamentals', 2),
    module('ai-agent-fundamentals', 3),
    module('automation', 3),
  ),
  taught(
    'chatgpt put a nice percentage in my leaflet and it turns out that number exists nowhere. why does it do that',
    module('ai-essentials', 1),
    module('ai-essentials', 3),
    module('prompt-engineering', 2),
  ),
  taught(
    'the reminders that go out by themselves stopped in march and we only found out in june, no error no nothing',
    module('automation', 3),
    '/email-course/11',
  ),
  taught(
    'people complain that our picture ads chase them round the internet for weeks',
    module('banner-ads', 3),
    playbook('retargeting-setup'),
  ),
  taught(
    'when I ring up firms that don\'t know us they all go "just send me something" and that\'s the end of it. what do i say',
    module('cold-calling', 2),
  ),
  taught(
    'we keep running out of the one tea everybody wants while the shelf is full of stuff nobody does. how much should i order and when',
    module('ecommerce', 4),
  ),
  taught(
    "from january my cleaning rounds have to get 3 dollars dearer and i'm dreading telling the regulars. how would you word it",
    module('email-marketing', 5),
  ),
  taught(
    "My boss has a new thing to announce to everyone every couple of days. I'm the one who has to press send and folks are leaving because of it",
    module('email-marketing', 7),
  ),
  taught(
    "i've got nine things i could start and every week a different one is my favourite. how do other people pick",
    module('entrepreneurial-brainstorming', 4),
    chapter(1),
    '/training/videos/entrepreneurial',
    '/training/videos/entrepreneurial?module=1',
  ),
  taught(
    'all my friends say they would definitely get one. before i sink my savings into making it, how do i find out if that is true of anybody else',
    module('entrepreneurial-brainstorming', 7),
    module('entrepreneurial-brainstorming', 5),
    guide('market-research'),
    chapter(1),
    '/training/videos/entrepreneurial',
    '/training/videos/entrepreneurial?module=1',
    '/training/videos/shoestring-startups',
    '/training/videos/shoestring-startups?module=1',
  ),
  taught(
    "quit my job in an agency, I'm on my own now doing illustrations. I earned 32 an hour there so is 40 ok?",
    module('freelancing', 1),
  ),
  taught(
    'would it annoy buyers if right when they pay i show them something that goes with it',
    module('funnel-building', 3),
  ),
  taught(
    'I fit awnings. jobs an hour and a half away eat the whole day, is it stupid to pay as much for those enquiries as for the ones round the corner',
    module('geo-targeting', 2),
    module('geo-targeting', 1),
  ),
  taught(
    'how much can i ask people to fill in before they give up? I need their address, roof size, photos, phone...',
    module('landing-pages', 3),
    module('lead-generation', 2),
    chapter(5),
  ),
  taught(
    "I drive out, measure, write them a price for the stairs and then never hear from half of them again. don't want to be a pest",
    '/email-course/9',
    module('lead-generation', 3),
    module('automation', 2),
    playbook('crm-in-an-afternoon'),
  ),
  taught(
    'we do a $400 first aid day for office managers. does it make sense to pay for being shown on the site where everyone has their cv',
    module('linkedin-ads', 1),
  ),
  taught(
    'that music app tells everyone in december what they listened to and the whole world posts it. i have a yoga studio with 120 regulars, could we do somthing like that',
    module('marketing-cases', 6),
  ),
  taught(
    'whatsapp goes all night, always the same four things: open? price? parking? dogs allowed? can that run without me',
    module('messenger-marketing', 2),
    module('automation', 3),
  ),
  taught(
    'same video that made us loads of money in spring, now every sale from it costs twice as much. broken or just a slow week?',
    module('newsfeed-ads', 3),
    module('newsfeed-ads', 7),
  ),
  taught(
    'somebody wrote "overpriced junk" under the picture I pay to show on facebook, 30 likes on it already. can I just remove it',
    module('newsfeed-ads', 6),
    module('newsfeed-ads', 3),
    module('social-media-marketing', 3),
    module('twitter-ads', 2),
  ),
  taught(
    'sold my watercolor lessons online to 60 people and most never got past the second one. feels like a rip-off even if nobody complains',
    module('online-learning', 3),
    module('online-learning', 2),
  ),
  taught(
    'the girl who does our web stuff from home has the logins to everything. what if she disappears one day',
    module('outsourcing', 3),
  ),
  taught(
    'put twice the money in this month and got hardly more orders for it, though the report still says fine on average',
    module('paid-traffic', 4),
    chapter(9),
  ),
  taught(
    'I make halloween wreaths. when should the pictures go up so that folks who save ideas actually find them',
    module('pinterest-marketing', 1),
  ),
  taught(
    'every text the ai gives me reads like a brochure, not like me. I tell it "friendly but pro" and it gets worse',
    module('prompt-engineering', 2),
    module('prompt-engineering', 1),
    module('ai-essentials', 3),
  ),
  taught(
    "we rent out diggers and I'm paying for clicks by people who want a digger driver job or a toy digger, how do i get rid of those",
    module('search-ads', 7),
    module('search-ads', 6),
    module('search-ads', 4),
    module('search-ads', 3),
    module('search-ads', 1),
    guide('keyword-technique'),
    guide('marketing-mistakes'),
    playbook('search-campaign-launch'),
  ),
  taught(
    'google writes the whole answer itself on top now so no one comes to my page about descaling kettles any more. is writing still any use?',
    module('seo', 6),
    module('seo', 3),
  ),
  taught(
    'my clips get 20k people watching and the phone stays silent. I groom dogs in one small town',
    module('short-video', 4),
    playbook('short-video-batch'),
    module('social-media-marketing', 3),
  ),
  taught(
    'insta, tiktok, facebook, linkdin... I teach singing and have maybe 3 hrs a week, where should I even be',
    module('social-media-marketing', 1),
    '/email-course/7',
  ),
  taught(
    'around 200 folks a month land on my site. is there any point showing half of them a different version to see which does better',
    module('split-testing', 2),
    guide('landing-optimization'),
    calculator('test-size'),
  ),
  taught(
    'during big games everyone is typing away on what used to be twitter. I run a wings delivery, can I pay to turn up right then and for those words',
    module('twitter-ads', 1),
  ),
  taught(
    'nephew is building us a brand new site with other adresses for everything. scared google forgets us and old links go nowhere',
    module('website-design', 3),
  ),
  // Guides
  taught(
    'I sell beard balm, 9 out of 10 buyers are guys. do i need a black tin and tough talk or is that silly by now',
    guide('men-guide'),
  ),
  taught(
    'google gives most of the words i bid on a 3 out of 10. what does it want from me',
    guide('adwords-quality'),
    module('search-ads', 2),
  ),
  taught(
    'Turnover went up the month after we repainted the shopfront and sent the flyers. my wife says that was the flyers, I say christmas. how would one know',
    guide('analyzing-data'),
    '/email-course/12',
    chapter(10),
    module('paid-traffic', 4),
    module('geo-targeting', 2),
  ),
  taught(
    'if loads of people share my page on facebook does that push it up in google?',
    guide('backlinks-social'),
  ),
  taught(
    "every month we do a 20 percent off weekend, it's packed, then it's dead for a fortnight. are we actually making money on that",
    guide('marketing-mistakes'),
    module('ecommerce', 4),
    calculator('price-floor'),
  ),
  taught(
    'people think about a swimming pond for a year before they sign. what am i supposed to give them all that time without nagging',
    guide('purchase-cycle'),
    module('lead-generation', 2),
    '/email-course/4',
  ),
  taught(
    "there's a trade magazine all my customers read. I know a lot about heat pumps but am no writer, how do you get a piece in there",
    guide('article-marketing'),
    guide('backlinks-article'),
  ),
  // Playbooks
  taught(
    "8000 on the list from ten years of fairs, half never react. if I chuck them out don't I lose people who might still buy",
    playbook('list-cleaning'),
    module('email-marketing', 3),
    chapter(7),
    guide('mailing-list'),
  ),
  taught(
    "a second barber opened accross the street and they're full. how do i work out what they do that we don't, without going mad on it",
    playbook('competitor-review'),
  ),
  taught(
    'our regulars love us and bring a neighbour now and then. could I give them something for it, and how much can i afford?',
    playbook('referral-program-launch'),
    '/email-course/10',
    module('marketing-cases', 1),
  ),
  taught(
    'want to explain our payroll thing live on zoom and sell it at the end. last time 40 put their name down and 6 came, and I felt like a telly salesman',
    playbook('webinar-launch'),
  ),
  taught(
    'I have three packages on the website (bronze silver gold) and everybody still rings up to ask which one they need',
    playbook('pricing-page-rewrite'),
  ),
  taught(
    'once a month i show the owner 20 slides of charts, he nods and nothing happens. what would he really need to see',
    playbook('monthly-marketing-report'),
    chapter(10),
    guide('analyzing-data'),
  ),
  taught(
    'the mail to our customers takes me the whole friday every time and i end up skipping it. there must be a quicker way of putting one together',
    playbook('newsletter-in-two-hours'),
  ),
  taught(
    'at parties they ask what my firm does and i ramble on for five mins. same on the homepage tbh',
    playbook('positioning-statement'),
    '/email-course/2',
    module('entrepreneurial-brainstorming', 3),
  ),
  taught(
    "who called, who wants what, who i promised to ring back: it's on yellow stickers and in three peoples phones. help",
    playbook('crm-in-an-afternoon'),
    module('lead-generation', 3),
  ),
  // Email course
  taught(
    'my coffee box goes out every month and a lot of them quit after the third one. why always then and what can i do',
    '/email-course/10',
  ),
  taught(
    "it's december, I did a bit of everything this year to get known. how do i decide what to drop and what to do again",
    '/email-course/12',
  ),
  // Ebook
  taught('a woman with 30k followers wants 500 bucks to show my candles. worth it?', chapter(8)),
  taught("if i promise their money back, won't half of the people at my workshop just take it?", chapter(3)),
  // Series
  taught(
    "my partner wants to spend 2 grand on a logo and colours for our window film business before we've even got a name people know. do we start there?",
    '/training/videos/bulletproof-branding',
    '/training/videos/bulletproof-branding?module=1',
    '/training/videos/shoestring-startups',
    '/training/videos/shoestring-startups?module=1',
    module('entrepreneurial-brainstorming', 5),
  ),
  // Calculators
  taught(
    'from how much in the basket can i afford to pay the postage for them',
    calculator('free-shipping'),
    module('ecommerce', 3),
  ),
  taught(
    'some booking program for 49 a month would save me maybe 2 hrs a week. does that add up or not',
    calculator('tool-payback'),
    module('automation', 1),
    module('outsourcing', 1),
  ),
  // Help
  taught(
    'i look after the advertising of six small shops, am I allowed to hand them your worksheets?',
    help('May I use the templates in my business, or for my clients?'),
  ),
  taught(
    'talked my cousin into joining you last week through my thing and i still see zero on my side',
    help('A commission is missing. What can I do?'),
    help('How long is a commission pending?'),
    help('Why was a click not counted?'),
  ),
];

export const secondStrangersOffTopic: readonly string[] = [
  'what does it cost to get a conversion kit so my delivery van runs on propane',
  'my sourdough goes flat in winter, how warm should i keep it',
  'can I write off the car I use for deliveries, and how many miles',
  'my python script says KeyError when it reads the csv from the shop. how do i fix it',
  'how much notice do I have to give a waitress i want to let go',
  'which questions are forbidden when you interview somebody for a job',
  'the traffic in front of my shop is horrible since they dug up the road, who do i complain to',
  "I'm worried about lead in our old water pipes, how do i get it tested",
  'which fertilizer gives the best organic growth on tomatoes',
  'how do i fix a banner pole to a brick wall without drilling',
  'landlord wants 15% more rent for the studio, is he allowed to',
  'should I become an LLC or stay a sole proprietor',
  'where do i get rid of old frying oil, and can I pour it back through a funnel to use again',
  'which rod do you use for welding a cast iron hinge',
  'there is one pixel on my monitor that stays green',
  'how do you get red wine out of linen tablecloths',
  'what visa does my cook from peru need to work here',
  'how do I write a will so that the shop goes to my daughter',
  'what temperature does chicken have to reach inside',
  'the label printer spits out blank stickers since yesterday',
];
