/** The kinds of letters, which people choose by. */
export const letterKinds = {
  news: { name: 'News', text: 'What is new in the library and on the site.' },
  tips: { name: 'Learning tips', text: 'Ideas and reminders for your courses.' },
  offers: { name: 'Offers', text: 'Discounts and other offers.' },
} as const satisfies Record<string, { name: string; text: string }>;
