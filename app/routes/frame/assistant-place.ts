import { matchedPath } from '#app/routes/frame/current-section.ts';

const without =
  /^\/(admin|assistant|checkout|dmd|special|special-invite|reseller-checkout|pro-reseller-upsell|three-months-free-upsell)(\/|$)/;

/** Whether a page has the assistant: not its own, those between a buyer and the payment, and the admin area, whose rows and buttons it would lie on. */
export const hasAssistant = (pathname: string): boolean => !without.test(matchedPath(pathname));

/** The assistant's page, asked from another. */
export const assistantPath = (pathname: string): string => `/assistant?on=${encodeURIComponent(pathname)}`;
