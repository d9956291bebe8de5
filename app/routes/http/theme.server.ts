import { z } from 'zod';
import { themeCookie } from '#app/routes/http/cookies.server.ts';

const themeSchema = z.enum(['light', 'dark']);

/** The colors of the site that somebody chose for their browser. */
type Theme = z.infer<typeof themeSchema>;

/** What a form can ask for: a theme, or to follow the device. */
export const themeChoiceSchema = z.object({
  theme: z.enum(['system', ...themeSchema.options], { error: 'Choose one of the three' }),
});
export type ThemeChoice = z.infer<typeof themeChoiceSchema>['theme'];

/** The theme of the browser that asks; null where it follows the device. */
export function readTheme(request: Request): Theme | null {
  const theme = themeSchema.safeParse(themeCookie().parse(request.headers.get('Cookie')));
  return theme.success ? theme.data : null;
}

/** The Set-Cookie value that keeps a choice in this browser. */
export const themeHeader = (choice: ThemeChoice): string =>
  choice === 'system' ? themeCookie().serialize('', { maxAge: 0 }) : themeCookie().serialize(choice);
