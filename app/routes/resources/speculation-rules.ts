/** The pages that are the same for every visitor, as URL patterns. Opening one changes nothing and costs the site next to nothing. */
const sharedPages = [
  '/',
  '/login',
  '/register',
  '/pricing',
  '/demo',
  '/affiliate-program',
  '/affiliate-login',
  '/affiliate/sign-up',
  '/gift',
  '/search',
  '/support',
  '/community',
  '/tutorials',
  '/playbooks',
  '/playbooks/*',
  '/whats-new',
  '/whats-new/*',
  '/legal/*',
];

const rules = {
  prefetch: [
    {
      where: {
        and: [
          { href_matches: sharedPages },
          // Not what is asked of a page, nor an affiliate's link: following one is a click that counts.
          { not: { href_matches: '/*\\?*' } },
        ],
      },
      // When the pointer rests on a link or presses it. Browsers that are to save data fetch nothing.
      eagerness: 'moderate',
    },
  ],
};

/** What a visitor's browser may fetch ahead. Pages of visitors name this file in their `Speculation-Rules`. */
export function loader() {
  return new Response(JSON.stringify(rules), {
    headers: { 'Content-Type': 'application/speculationrules+json', 'Cache-Control': 'public, max-age=3600' },
  });
}
