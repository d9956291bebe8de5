import { circle, type Drawing, topicDrawings } from '#app/ui/topic-drawings.ts';

const rectangle = (x: number, y: number, width: number, height: number) =>
  `M${x} ${y}h${width}v${height}H${x}z`;

/** What the courses that come with the site are drawn as, by slug; those not here have the drawing of their topic to themselves. */
const courseDrawings: Readonly<Record<string, Drawing>> = {
  // Somebody, and room for one more.
  'affiliate-recruiting': {
    fill: circle(70, 28, 11),
    lines: `${circle(36, 26, 10)}M14 58c0-12 9-17 22-17s22 5 22 17z${circle(70, 28, 11)}M70 22v12M64 28h12`,
  },
  // A machine with a face, on a short lead.
  'ai-agent-fundamentals': {
    fill: `${circle(39, 38, 4)}${circle(57, 38, 4)}`,
    lines: `M32 24h32a6 6 0 0 1 6 6v20a6 6 0 0 1-6 6H32a6 6 0 0 1-6-6V30a6 6 0 0 1 6-6zM48 24v-8${circle(48, 13, 3)}M18 34v12M78 34v12${circle(39, 38, 4)}${circle(57, 38, 4)}M40 49h16`,
  },
  // A strip across a page.
  'banner-ads': {
    fill: rectangle(24, 18, 48, 13),
    lines: `${rectangle(16, 11, 64, 50)}${rectangle(24, 18, 48, 13)}M24 40h20M24 47h20M24 54h14M52 40h20v14H52z`,
  },
  // A telephone that is heard.
  'cold-calling': {
    fill: 'M28 14h9l5 13-7 6c3 7 8 12 15 15l6-7 13 5v9c0 4-3 6-6 6-22-1-40-19-41-41 0-3 2-6 6-6z',
    lines:
      'M28 14h9l5 13-7 6c3 7 8 12 15 15l6-7 13 5v9c0 4-3 6-6 6-22-1-40-19-41-41 0-3 2-6 6-6zM54 12c11 2 18 9 20 20M54 22c5 1 9 5 10 10',
  },
  // A cart with something in it.
  ecommerce: {
    fill: rectangle(41, 13, 18, 15),
    lines: `M12 16h11l9 30h36l8-18H27${rectangle(41, 13, 18, 15)}M50 13v6${circle(38, 56, 4)}${circle(62, 56, 4)}`,
  },
  // A light that goes on.
  'entrepreneurial-brainstorming': {
    fill: 'M48 11a18 18 0 0 1 9 33.500V50H39v-5.500A18 18 0 0 1 48 11z',
    lines:
      'M48 11a18 18 0 0 1 9 33.500V50H39v-5.500A18 18 0 0 1 48 11zM40 56h16M43 62h10M16 29h7M73 29h7M24 10l5 5M72 10l-5 5M48 50V36m-6-6 6 6 6-6',
  },
  // A case of one's own.
  freelancing: {
    fill: rectangle(42, 35, 12, 9),
    lines: `M22 24h52a4 4 0 0 1 4 4v26a4 4 0 0 1-4 4H22a4 4 0 0 1-4-4V28a4 4 0 0 1 4-4zM37 24v-9h22v9M18 39h24M54 39h24${rectangle(42, 35, 12, 9)}`,
  },
  // Wide above, narrow below.
  'funnel-building': {
    fill: 'M40 38h16v22l-16-8z',
    lines: 'M16 12h64L56 38v22l-16-8V38zM25 22h46M34 31h28',
  },
  // One place on the ground.
  'geo-targeting': {
    fill: circle(48, 27, 7),
    lines: `M48 10a17 17 0 0 1 17 17c0 12-17 27-17 27S31 39 31 27a17 17 0 0 1 17-17z${circle(48, 27, 7)}M29 45c-9 2-15 5-15 9 0 6 15 9 34 9s34-3 34-9c0-4-6-7-15-9`,
  },
  // A page that ends in one button.
  'landing-pages': {
    fill: rectangle(36, 46, 24, 9),
    lines: `${rectangle(26, 9, 44, 54)}M34 18h28M38 25h20M48 32v8m-4-4 4 4 4-4${rectangle(36, 46, 24, 9)}`,
  },
  // What draws.
  'lead-generation': {
    fill: 'M24 22h13v10H24zM59 22h13v10H59z',
    lines:
      'M24 22h13v16a11 11 0 0 0 22 0V22h13v16a24 24 0 0 1-48 0zM24 32h13M59 32h13M48 8v9M38 10l3 6M58 10l-3 6',
  },
  // Where it is decided.
  'linkedin-ads': {
    fill: rectangle(56, 47, 10, 13),
    lines: `${rectangle(20, 26, 24, 34)}${rectangle(48, 12, 26, 48)}${rectangle(56, 47, 10, 13)}M27 34h10M27 42h10M27 50h10M55 21h4M63 21h4M55 30h4M63 30h4M55 39h4M63 39h4M12 60h72`,
  },
  // A file with its figures.
  'marketing-cases': {
    fill: rectangle(60, 34, 9, 19),
    lines: `M14 16h24l6 7h38v37H14z${rectangle(27, 43, 9, 10)}${rectangle(43.5, 38, 9, 15)}${rectangle(60, 34, 9, 19)}`,
  },
  // One says something, the other answers.
  'messenger-marketing': {
    fill: 'M48 34h34v20h-6v9l-10-9H48z',
    lines: 'M42 42H30L19 51v-9h-5V12h50v22M26 22h26M26 31h14M48 34h34v20h-6v9l-10-9H48z',
  },
  // A thumb's length of posts, one of them paid.
  'newsfeed-ads': {
    fill: rectangle(37, 25, 22, 18),
    lines: `M35 7h26a4 4 0 0 1 4 4v50a4 4 0 0 1-4 4H35a4 4 0 0 1-4-4V11a4 4 0 0 1 4-4zM37 14h22M37 19h13${rectangle(37, 25, 22, 18)}M37 50h22M37 56h13`,
  },
  // A screen that teaches.
  'online-learning': {
    fill: 'M41 24l18 10-18 10z',
    lines: `${rectangle(16, 13, 64, 42)}M41 24l18 10-18 10zM48 55v7M34 62h28`,
  },
  // From one pair of hands to another.
  outsourcing: {
    fill: 'M60 54c0-9 5-14 12-14s12 5 12 14z',
    lines: `${circle(24, 28, 8)}M12 54c0-9 5-14 12-14s12 5 12 14z${circle(72, 28, 8)}M60 54c0-9 5-14 12-14s12 5 12 14zM39 24h18m-6-6 6 6-6 6M57 38H39m6-6-6 6 6 6`,
  },
  // Money that has to come back.
  'paid-traffic': {
    fill: 'M14 38c0-4 6-6 14-6s14 2 14 6-6 6-14 6-14-2-14-6z',
    lines:
      'M14 38c0-4 6-6 14-6s14 2 14 6-6 6-14 6-14-2-14-6zM14 38v16c0 4 6 6 14 6s14-2 14-6V38M14 46c0 4 6 6 14 6s14-2 14-6M50 52l11-14 8 7 14-25M72 19l11 1 1 11',
  },
  // A wall of pictures.
  'pinterest-marketing': {
    fill: rectangle(39, 31, 18, 29),
    lines: `${rectangle(16, 12, 18, 30)}${rectangle(16, 47, 18, 13)}${rectangle(39, 12, 18, 14)}${rectangle(39, 31, 18, 29)}${rectangle(62, 12, 18, 22)}${rectangle(62, 39, 18, 21)}`,
  },
  // What is said to the machine.
  'prompt-engineering': {
    fill: rectangle(47, 37, 18, 5),
    lines: `M16 12h64v38H48L36 61V50H16zM28 24l9 8-9 8${rectangle(47, 37, 18, 5)}`,
  },
  // What is asked, and the first answer.
  'search-ads': {
    fill: rectangle(16, 34, 14, 9),
    lines: `M24 11h48a8 8 0 0 1 0 16H24a8 8 0 0 1 0-16z${circle(69, 18, 3.5)}M72 21l3 3M24 19h28${rectangle(16, 34, 14, 9)}M36 38h44M16 51h56M16 59h40`,
  },
  // Upright, one after the other.
  'short-video': {
    fill: 'M42 26l14 10-14 10z',
    lines:
      'M35 8h26a4 4 0 0 1 4 4v48a4 4 0 0 1-4 4H35a4 4 0 0 1-4-4V12a4 4 0 0 1 4-4zM42 26l14 10-14 10zM22 16v40M14 24v24M74 16v40M82 24v24',
  },
  // The same visitors, two pages.
  'split-testing': {
    fill: rectangle(54, 28, 28, 33),
    lines: `M48 9v8M48 17H28v6M48 17h20v6${rectangle(14, 28, 28, 33)}${rectangle(54, 28, 28, 33)}M22 53l6-16 6 16M24.500 48h7M63 37v16h6a4.250 4.250 0 0 0 0-8.500h-6m0-7.500h5a3.750 3.750 0 0 1 0 7.500`,
  },
  // Said out loud, where people are talking.
  'twitter-ads': {
    fill: 'M16 28h14v16H16z',
    lines:
      'M16 28h14l28-15v46L30 44H16zM30 28v16M24 44l4 16h9l-4-14M67 28c5 4 5 12 0 16M75 21c10 7 10 23 0 30',
  },
  // A page, laid out.
  'website-design': {
    fill: rectangle(21, 29, 24, 25),
    lines: `${rectangle(14, 11, 68, 50)}M14 21h68M21 16h.01M27 16h.01M33 16h.01${rectangle(21, 29, 24, 25)}M52 31h23M52 39h23M52 47h15`,
  },
};

/** The drawing of a course: its own, or that of its topic. */
export const drawingOfCourse = ({ slug, topic }: { slug: string; topic: string }): Drawing | undefined =>
  Object.hasOwn(courseDrawings, slug) ? courseDrawings[slug] : topicDrawings[topic];
