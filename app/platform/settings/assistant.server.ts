import { z } from 'zod';

/** What turns texts into numbers that are alike where the texts mean the same, at the same provider. */
export interface EmbeddingSettings {
  model: string;
  /** How many numbers are asked for; null for as many as the model has. */
  dimensions: number | null;
  /** US dollars for a million tokens. */
  price: number;
  /** The cosine from which a passage counts as speaking of what is asked, though its words do not say so; null for never. */
  certainFrom: number | null;
}

/** A model of some provider that speaks OpenAI's protocol, and what it may use. */
export interface ModelSettings {
  apiKey: string;
  /** Where the protocol is spoken, e.g. https://api.openai.com/v1; null for the sandbox, which has an address once it listens. */
  baseUrl: string | null;
  model: string;
  /** How long one answer may take in all, in milliseconds. */
  timeoutMs: number;
  /** US dollars for a million tokens: a budget is kept by these. */
  inputPrice: number;
  outputPrice: number;
  /** Whether it is asked to keep nothing of what it is told: by a field that other servers may refuse to read. */
  isAskedToForget: boolean;
  /** Whether each message is shown to the provider's moderation before the model. */
  isModerated: boolean;
  /** Null where passages are found by their words alone. */
  embedding: EmbeddingSettings | null;
}

/** What the assistant may use in a day (UTC), and what it writes with. Costs are millionths of a US dollar. */
export interface AssistantSettings {
  /** Messages one user may send. */
  dailyMessages: number;
  /** Messages of all users together. */
  dailyMessagesOfAll: number;
  /** Tokens, in and out, of one user. */
  dailyTokens: number;
  dailyTokensOfAll: number;
  dailyCostMicros: number;
  dailyCostMicrosOfAll: number;
  /** Null where no model writes. */
  model: ModelSettings | null;
}

/** A limit of a day that is a whole number. */
const limit = (most: number, fallback: number) => z.coerce.number().int().min(1).max(most).default(fallback);
/** US dollars. */
const dollars = (fallback: number) => z.coerce.number().min(0).max(100_000).default(fallback);

/** The assistant's settings in the environment. */
export const assistantShape = {
  ASSISTANT_DAILY_MESSAGES: limit(10_000, 100),
  ASSISTANT_DAILY_MESSAGES_ALL: limit(10_000_000, 20_000),
  ASSISTANT_DAILY_TOKENS: limit(100_000_000, 200_000),
  ASSISTANT_DAILY_TOKENS_ALL: limit(2_000_000_000, 5_000_000),
  ASSISTANT_DAILY_COST: dollars(1),
  ASSISTANT_DAILY_COST_ALL: dollars(10),
  ASSISTANT_PROVIDER: z.enum(['openai', 'sandbox', 'none']).optional(),
  OPENAI_API_KEY: z.string().min(8, 'is too short to be a key').optional(),
  OPENAI_BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
  ASSISTANT_MODEL: z.string().min(1).max(100).optional(),
  ASSISTANT_TIMEOUT_SECONDS: z.coerce.number().min(1).max(300).default(45),
  ASSISTANT_INPUT_PRICE: dollars(1.25),
  ASSISTANT_OUTPUT_PRICE: dollars(10),
  ASSISTANT_EMBEDDING_MODEL: z.string().min(1).max(100).optional(),
  ASSISTANT_EMBEDDING_DIMENSIONS: z.coerce.number().int().min(32).max(2_000).optional(),
  ASSISTANT_EMBEDDING_PRICE: dollars(0.02),
  ASSISTANT_EMBEDDING_CERTAIN: z.coerce.number().min(0.3).max(1).optional(),
  ASSISTANT_MODERATION: z.enum(['on', 'off']).default('off'),
} as const;

type Values = z.output<z.ZodObject<typeof assistantShape>>;

const openaiBase = 'https://api.openai.com/v1';

/** Who writes: as told, or the provider whose key is there. */
const providerOf = ({
  ASSISTANT_PROVIDER,
  OPENAI_API_KEY,
}: Pick<Values, 'ASSISTANT_PROVIDER' | 'OPENAI_API_KEY'>) =>
  ASSISTANT_PROVIDER ?? (OPENAI_API_KEY ? 'openai' : 'none');

/** Settings that do not go together: names and what is wrong with them. */
export function problemsOfAssistant(
  env: Values & { NODE_ENV: string; DEMO: boolean },
): [name: string, message: string][] {
  const problems: [string, string][] = [];
  const provider = providerOf(env);
  if (provider === 'openai') {
    if (!env.OPENAI_API_KEY)
      problems.push(['OPENAI_API_KEY', 'is required where ASSISTANT_PROVIDER is openai']);
    if (!env.ASSISTANT_MODEL)
      problems.push([
        'ASSISTANT_MODEL',
        'is required where OPENAI_API_KEY is given: the name of the model that writes',
      ]);
  }
  if (env.ASSISTANT_EMBEDDING_MODEL && provider !== 'openai')
    problems.push([
      'ASSISTANT_EMBEDDING_MODEL',
      'needs OPENAI_API_KEY: embeddings come from the server that writes',
    ]);
  if (provider === 'sandbox' && env.NODE_ENV === 'production' && !env.DEMO)
    problems.push([
      'ASSISTANT_PROVIDER',
      'sandbox knows nothing and is refused in production (or set DEMO=true)',
    ]);
  return problems;
}

const micros = (usDollars: number) => Math.round(usDollars * 1_000_000);

const embeddingOf = (env: Values): Omit<EmbeddingSettings, 'model'> => ({
  dimensions: env.ASSISTANT_EMBEDDING_DIMENSIONS ?? null,
  price: env.ASSISTANT_EMBEDDING_PRICE,
  certainFrom: env.ASSISTANT_EMBEDDING_CERTAIN ?? null,
});

function modelOf(env: Values): ModelSettings | null {
  const provider = providerOf(env);
  if (provider === 'none') return null;
  const shared = {
    timeoutMs: env.ASSISTANT_TIMEOUT_SECONDS * 1000,
    inputPrice: env.ASSISTANT_INPUT_PRICE,
    outputPrice: env.ASSISTANT_OUTPUT_PRICE,
    isModerated: env.ASSISTANT_MODERATION === 'on',
  };
  if (provider === 'sandbox')
    return {
      ...shared,
      apiKey: 'sk-sandbox',
      baseUrl: null,
      isAskedToForget: true,
      model: 'sandbox-scholar',
      embedding: { ...embeddingOf(env), model: 'sandbox-thesaurus', dimensions: null },
    };
  const baseUrl = (env.OPENAI_BASE_URL ?? openaiBase).replace(/(?<!\/)\/+$/, '');
  return {
    ...shared,
    apiKey: env.OPENAI_API_KEY ?? '',
    baseUrl,
    isAskedToForget: baseUrl === openaiBase,
    model: env.ASSISTANT_MODEL ?? '',
    embedding: env.ASSISTANT_EMBEDDING_MODEL
      ? { ...embeddingOf(env), model: env.ASSISTANT_EMBEDDING_MODEL }
      : null,
  };
}

/** The assistant's settings, as they were checked. */
export const assistantOf = (env: Values): AssistantSettings => ({
  dailyMessages: env.ASSISTANT_DAILY_MESSAGES,
  dailyMessagesOfAll: env.ASSISTANT_DAILY_MESSAGES_ALL,
  dailyTokens: env.ASSISTANT_DAILY_TOKENS,
  dailyTokensOfAll: env.ASSISTANT_DAILY_TOKENS_ALL,
  dailyCostMicros: micros(env.ASSISTANT_DAILY_COST),
  dailyCostMicrosOfAll: micros(env.ASSISTANT_DAILY_COST_ALL),
  model: modelOf(env),
});
