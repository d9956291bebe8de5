// The yardstick for signed-in pages: a stock React Router app, built by its own tool and served by `react-router-serve`, whose
// pages have the markup of ours and no data to fetch.
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { freePort } from '#app/platform/runtime/free-port.ts';
import { stopChild } from '#tests/bench/child.ts';
import { readPages, type StockDocument, type StockPage } from '#tests/bench/stock-markup.ts';

export interface StockServer {
  url: string;
  pid: number | undefined;
  stop(): Promise<void>;
}

const projectDir = join(import.meta.dirname, '../..');
/** Below the project, so that the app finds its packages, where nothing is kept. */
const appDir = join(projectDir, 'test-results/stock-app');
const bin = (name: string) => join(projectDir, 'node_modules', name);

const addressOf = (path: string) => path.split('?', 1)[0] ?? path;

/** A route's module: a constant page, or one for each query that its address is asked with. */
function moduleOf(pages: readonly StockPage[]): string {
  const [only] = pages;
  const bodyOf = ({ body }: StockPage) => `(
    <>
      ${body}
    </>
  )`;
  if (only && pages.length === 1)
    return `import { Form, Link } from 'react-router';
export const meta = () => ${JSON.stringify(only.meta)};
export default function Page() {
  return ${bodyOf(only)};
}
`;
  const byQuery = (value: (page: StockPage) => string) =>
    pages
      .map((page) => `  ${JSON.stringify(page.path.slice(addressOf(page.path).length))}: ${value(page)},`)
      .join('\n');
  return `import { Form, Link, useLocation } from 'react-router';
const metas = {
${byQuery(({ meta }) => JSON.stringify(meta))}
};
const bodies = {
${byQuery((page) => `() => ${bodyOf(page)}`)}
};
export const meta = ({ location }) => metas[location.search];
export default function Page() {
  return bodies[useLocation().search]();
}
`;
}

/** The files of an app as `create-react-router` makes it, with these pages. */
function filesOf({ head, bodyAttributes, pages }: StockDocument): Record<string, string> {
  const routes = [...Map.groupBy(pages, ({ path }) => addressOf(path))];
  const file = (index: number) => `page-${index}.tsx`;
  return {
    'vite.config.ts': `import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';
export default defineConfig({ plugins: [reactRouter()] });
`,
    // Named, as the framework otherwise installs it at the first build; the project's own is what is found.
    'package.json': JSON.stringify({ type: 'module', dependencies: { isbot: '*' } }),
    'app/routes.ts': `import { type RouteConfig, route } from '@react-router/dev/routes';
export default [
${routes.map(([address], index) => `  route(${JSON.stringify(address.slice(1))}, ${JSON.stringify(file(index))}),`).join('\n')}
] satisfies RouteConfig;
`,
    'app/root.tsx': `import { Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router';
export function Layout({ children }: { children: React.ReactNode }) {
  return (
    <html lang="en">
      <head>
        ${head}
        <Meta />
        <Links />
      </head>
      <body${bodyAttributes}>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}
export default function App() {
  return <Outlet />;
}
`,
    ...Object.fromEntries(routes.map(([, group], index) => [`app/${file(index)}`, moduleOf(group)])),
  };
}

/** Builds and starts an app whose pages, by their paths, have the markup of this HTML. */
export async function startStock(served: ReadonlyMap<string, string>): Promise<StockServer> {
  rmSync(appDir, { recursive: true, force: true });
  for (const [path, text] of Object.entries(filesOf(readPages(served)))) {
    mkdirSync(dirname(join(appDir, path)), { recursive: true });
    writeFileSync(join(appDir, path), text);
  }
  const env = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', NODE_ENV: 'production' };
  await build(env);
  const port = await freePort();
  const child = spawn(process.execPath, [bin('@react-router/serve/bin.cjs'), 'build/server/index.js'], {
    cwd: appDir,
    env: { ...env, HOST: '127.0.0.1', PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      if (!String(chunk).includes('[react-router-serve]')) return;
      child.stdout.off('data', listen).resume();
      resolve();
    };
    child.stdout.on('data', listen);
    child.once('exit', () => reject(new Error('The stock server did not start.')));
  });
  return { url: `http://127.0.0.1:${port}`, pid: child.pid, stop: () => stopChild(child) };
}

async function build(env: Record<string, string>): Promise<void> {
  const child = spawn(process.execPath, [bin('@react-router/dev/bin.cjs'), 'build'], {
    cwd: appDir,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += String(chunk);
  });
  const status = await new Promise((resolve) => child.once('close', resolve));
  if (status !== 0) throw new Error(`The stock app cannot be built:\n${said}`);
}
