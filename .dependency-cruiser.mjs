// Which layer may import what (see docs/architecture.md). Run by the test command.
const never = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

/** The wings of the domain, from the ground up. */
const wings = [
  'core',
  'learning',
  'programme',
  'selling',
  'site',
  'people',
  'talk',
  'publishing',
  'assistant',
  'operating',
];

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    never('no-circular', 'Modules that need each other are one module.', {}, { circular: true }),
    {
      ...never(
        'rooms-without-circles',
        'Rooms of the domain that need each other are one room.',
        { path: '^app/domain/[^/]+/[^/]+$' },
        { circular: true },
      ),
      scope: 'folder',
    },
    ...wings
      .slice(0, -1)
      .map((wing, floor) =>
        never(
          `${wing}-knows-wings-below`,
          'A wing imports only wings below it (docs/architecture.md has their order).',
          { path: `^app/domain/${wing}/` },
          { path: `^app/domain/(${wings.slice(floor + 1).join('|')})/` },
        ),
      ),
    never(
      'domain-has-ten-wings',
      'A room of the domain stands in a wing.',
      { path: '^app' },
      { path: '^app/domain/', pathNot: `^app/domain/(${wings.join('|')})/` },
    ),
    never(
      'domain-is-plain',
      'The domain knows no requests, screens or JSX.',
      { path: '^app/domain' },
      {
        path: '^(app/(routes|ui|emails)/|app/root|app/program/|app/entry)|^node_modules/(react|react-dom|react-router|@react-router)/',
      },
    ),
    never(
      'platform-is-ground',
      'The platform stands below the domain.',
      { path: '^app/platform' },
      {
        path: '^(app/(domain|routes|ui|emails|program)/|app/root)|^node_modules/(react|react-dom|react-router|@react-router)/',
        // Types of the composition root are no dependency of the running platform.
        dependencyTypesNot: ['type-only'],
      },
    ),
    never(
      'ui-knows-no-product',
      'The design system knows neither domain nor platform.',
      { path: '^app/ui' },
      {
        path: '^app/(domain|platform|routes|emails)/',
      },
    ),
    never(
      'emails-are-leaves',
      'Mails are made of data.',
      { path: '^app/emails' },
      { path: '^app/(domain|routes|ui)/' },
    ),
    never(
      'a-mail-is-made-of-its-parameter',
      'The function that writes a mail looks nothing up: what it says is decided by the code that sends it.',
      { path: '^app/domain/.+mails(\\.ts$|/)' },
      { path: '^app/(domain|platform/database)/', pathNot: '^app/domain/.+mails(\\.ts$|/)' },
    ),
    never(
      'routes-ask-the-domain',
      'A route never talks to the database.',
      { path: '^app/routes' },
      {
        path: '^app/platform/database/|^node_modules/(@prisma|pg)/',
      },
    ),
    never(
      'sandbox-is-loaded-by-the-server-alone',
      'The stand-ins for payment providers are no part of the site: app/program/server.ts loads them where they are the provider.',
      { path: '^app/', pathNot: '^app/program/server\\.ts$' },
      { path: '^stand-ins/sandbox/' },
    ),
    never(
      'sandbox-is-loaded-when-needed',
      'Only a dynamic import keeps the stand-ins out of what production runs.',
      { path: '^app/' },
      { path: '^stand-ins/sandbox/', dynamic: false, dependencyTypesNot: ['type-only'] },
    ),
    never(
      'sandbox-stands-apart',
      'The stand-ins know of the platform its log, its settings, how months and intervals are counted and how packages are loaded late; of the site nothing.',
      { path: '^stand-ins/sandbox/' },
      {
        path: '^app/',
        pathNot:
          '^app/platform/(log\\.server|settings/paypal\\.server|runtime/on-demand\\.server|payments/(month-after|interval)|palette)\\.ts$',
      },
    ),
    never(
      'areas-are-apart',
      'An area of the site does not reach into another; what is shared stands in app/routes itself.',
      {
        path: '^app/routes/([^/]+)/',
      },
      { path: '^app/routes/([^/]+)/', pathNot: '^app/routes/($1|frame|http)/' },
    ),
    never(
      'tests-stay-out',
      'The product needs no test.',
      { path: '^(app|stand-ins|build-plugins)/(?!.*\\.test\\.)' },
      { path: '^tests/|\\.test\\.' },
    ),
    never(
      'resolvable',
      'Every import leads somewhere.',
      { path: '^(app|stand-ins|build-plugins)' },
      {
        couldNotResolve: true,
        pathNot: '^((h|md)ast$|virtual:|\\./\\+types|#app/platform/database/generated)',
      },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: 'app/platform/database/generated|\\+types/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js'],
    },
  },
};
