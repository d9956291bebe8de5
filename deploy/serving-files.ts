const typesAndMaps = /\.(?:d\.[cm]?ts|map|flow|tsbuildinfo)$/;
const documents = /\/(?!licen[cs]e|notice|copying)[^/]*\.(?:md|markdown)$/i;
/** Prisma's client has its query compiler for every database, each twice as text; the build has the one for Postgres. */
const otherDatabases = /\/@prisma\/client\/runtime\/.*(?:mysql|sqlite|sqlserver|cockroachdb)/;

/** Whether a file below node_modules can be read by a site that was built elsewhere: types, source maps and manuals never are. */
export const isReadWhileServing = (path: string): boolean =>
  !typesAndMaps.test(path) && !documents.test(path) && !otherDatabases.test(path);
