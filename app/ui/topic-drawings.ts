/** A drawing of 96 by 72: what is filled with the accent, and the lines. */
export interface Drawing {
  fill: string;
  lines: string;
}

/** The outline of a circle. */
export const circle = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;

/** What each topic of the library is drawn as. */
export const topicDrawings: Readonly<Record<string, Drawing>> = {
  // Blocks on firm ground.
  foundations: {
    fill: 'M40 18h16v16H40z',
    lines: 'M16 58h64M22 38h16v16H22zM40 38h16v16H40zM58 38h16v16H58zM40 18h16v16H40z',
  },
  // A page, and the pen on it.
  content: {
    fill: 'm50 50 2-8 18-18 6 6-18 18z',
    lines: 'M58 44.500v13.500H24V14h34v14M32 24h18M32 32h16M32 40h10m8 10 2-8 18-18 6 6-18 18z',
  },
  // A letter on its way.
  email: {
    fill: circle(70, 24, 7),
    lines: `M58 22H24v34h46V37M24 24l23 18 11-8.500M8 34h9M5 42h12M11 50h6${circle(70, 24, 7)}`,
  },
  // People, and what goes between them.
  social: {
    fill: circle(48, 20, 8),
    lines: `${circle(48, 20, 8)}${circle(26, 52, 7)}${circle(70, 52, 7)}M43.5 26.5 30 46M52.5 26.5 66 46M33 52h30`,
  },
  // The one line that is found.
  search: {
    fill: 'M22 32h20v8H22z',
    lines: `M22 16h34M22 24h14M22 32h12M22 40h12M22 48h16M22 56h28${circle(56, 38, 15)}M67 49l12 12`,
  },
  // A board by the road.
  advertising: {
    fill: 'M48 17l3.2 7.3 7.8.7-5.9 5.2 1.8 7.8L48 34l-6.9 4 1.8-7.8L37 25l7.8-.7z',
    lines:
      'M16 12h64v32H16zM32 44v16M64 44v16M24 60h48M48 17l3.2 7.3 7.8.7-5.9 5.2 1.8 7.8L48 34l-6.9 4 1.8-7.8L37 25l7.8-.7z',
  },
  // A price that is agreed.
  sales: {
    fill: circle(62, 24, 4),
    lines: `M46 12h28v28L48 64 20 38zM36 40l8 8 14-16${circle(62, 24, 4)}`,
  },
  // Two links of a chain.
  affiliates: {
    fill: 'M40 30h16a6 6 0 0 1 0 12H40a6 6 0 0 1 0-12z',
    lines:
      'M44 22H28a14 14 0 0 0 0 28h16M52 22h16a14 14 0 0 1 0 28H52M40 30h16a6 6 0 0 1 0 12H40a6 6 0 0 1 0-12z',
  },
  // One thing after another, by itself.
  automation: {
    fill: 'M48 22l14 14-14 14-14-14z',
    lines:
      'M10 29h14v14H10zM72 29h14v14H72zM24 36h10M62 36h10M48 22l14 14-14 14-14-14zM48 22v-8h31v15M48 50v8H17V43',
  },
  // A spark.
  ai: {
    fill: 'M44 14c2 15 8 21 23 23-15 2-21 8-23 23-2-15-8-21-23-23 15-2 21-8 23-23z',
    lines:
      'M44 14c2 15 8 21 23 23-15 2-21 8-23 23-2-15-8-21-23-23 15-2 21-8 23-23zM70 10v12M64 16h12M74 52v8M70 56h8',
  },
  // A shop with its door open.
  business: {
    fill: 'M52 40h12v18H52z',
    lines:
      'M26 14h44l6 14H20zM20 28a7 7 0 0 0 14 0 7 7 0 0 0 14 0 7 7 0 0 0 14 0 7 7 0 0 0 14 0M25 35v23h46V35M52 58V40h12v18M32 42h13v9H32zM16 58h64',
  },
};
