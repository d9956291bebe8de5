import { z } from 'zod';
import { wholeField } from '#app/domain/core/values/typed-number-fields.ts';

/** What can be shown on other sites, by the name in its address. */
export const widgetKinds = ['courses', 'price', 'affiliate', 'testimonial'] as const;
export type WidgetKind = (typeof widgetKinds)[number];

export const widgetThemes = ['auto', 'light', 'dark'] as const;
export const widgetAccents = ['indigo', 'teal', 'rose', 'graphite'] as const;

/** All that an embed is told by its address, the kind included; what is not said is as usual. */
export const widgetSchema = z.strictObject({
  kind: z.enum(widgetKinds, { error: 'Please choose what to show' }),
  theme: z.enum(widgetThemes, { error: 'Please choose a theme' }).default('auto'),
  accent: z.enum(widgetAccents, { error: 'Please choose a color' }).default('indigo'),
  /** How many courses a list shows. */
  count: wholeField('Please enter a whole number')
    .pipe(z.number().min(1, 'Please enter at least 1').max(12, 'Please enter at most 12'))
    .default(5),
  /** Whose referral its links carry: an affiliate's handle; empty for nobody's. */
  ref: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[a-z0-9-]{0,60}$/, 'Please enter the handle of an affiliate, as in their links')
    .default(''),
});

/** An embed. */
export type Widget = z.output<typeof widgetSchema>;

/** How tall each is, in pixels, where it is 400 wide: what its frame is given. */
const heights: Readonly<Record<Exclude<WidgetKind, 'courses'>, number>> = {
  price: 415,
  affiliate: 320,
  testimonial: 320,
};

/** How tall the frame of an embed is to be, in pixels: a list by how many courses it shows. */
export const widgetHeight = ({ kind, count }: Pick<Widget, 'kind' | 'count'>): number =>
  kind === 'courses' ? 175 + 118 * count : heights[kind];

/** What each is called. */
export const widgetNames: Readonly<Record<WidgetKind, string>> = {
  courses: 'Course list',
  price: 'Price box',
  affiliate: 'Affiliate sign-up',
  testimonial: 'Testimonial',
};
