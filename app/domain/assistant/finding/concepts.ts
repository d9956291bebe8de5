import { stemmer } from 'stemmer';

/** Words that a beginner uses for each other where marketing is the subject, a group a line. A word may stand in several. */
const groups = `
customer client buyer shopper consumer
email mail newsletter mailing inbox message
ad advert advertisement advertising commercial banner
price cost charge fee expense rate
site website webpage homepage
buy purchase order
firm company business enterprise organization
choose pick select decide
visitor traffic guest
employee staff helper assistant freelancer contractor outsource delegate
money cash budget dollar fund
junk spam
picture photo image
film video clip reel record
phone telephone call ring dial
shop store ecommerce webshop
product item stock merchandise
service offering offer
review testimonial
complaint criticism nasty angry negative
friend recommend referral introduce
partner affiliate promoter
commission cut percentage
article blog post text
write copy wording compose
test experiment try trial
luck chance random coincidence
result outcome
number figure metric statistic data
report dashboard summary
boss manager chief
rank position place top
google search
keyword phrase term query
link backlink
course class lesson training
student learner participant
teach explain
idea concept
bot chatbot robot machine automation automatic
ai chatgpt gpt model artificial
prompt instruction brief
chat messenger whatsapp dm
town city place area region local zip map near nearby
remind reminder chase
inquiry lead prospect contact request
quote proposal estimate bid
hour hourly time
leave quit cancel stop unsubscribe drop
erase delete remove wipe forget
profit margin earn income gain
grow increase raise scale boost
lose waste loss
fast quick speed slow
doubt hesitate worry objection fear
goal target aim
audience group niche segment market
competitor competition rival
name brand logo
launch announce start begin open
schedule calendar plan
free gift freebie magnet giveaway
cart basket checkout
shipping delivery postage
return refund
address subscriber list
headline title
button cta
form field signup
color design look layout
mistake error fault wrong bug
permission consent allowed legal law
password login
invoice receipt bill
`;

const conceptsByStem = new Map<string, readonly string[]>();
for (const [index, line] of groups.trim().split('\n').entries())
  for (const word of line.split(' ')) {
    const stem = stemmer(word);
    conceptsByStem.set(stem, [...(conceptsByStem.get(stem) ?? []), `~${index}`]);
  }

/** What a stem stands for beside itself, as terms that no text contains; none for most. */
export const conceptsOf = (stem: string): readonly string[] => conceptsByStem.get(stem) ?? [];

/** Whether two stems are one, or say much the same. */
export const areAlike = (one: string, other: string): boolean =>
  one === other || conceptsOf(one).some((concept) => conceptsOf(other).includes(concept));
