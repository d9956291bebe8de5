import { z } from 'zod';

// What the protocol's endpoints take, as strictly as the real ones: a field they do not know is refused by name.

/** A request that is refused, in the protocol's own form. */
export class Refused extends Error {
  readonly status: number;
  readonly type: string;
  readonly code: string | null;
  readonly param: string | null;

  constructor(
    status: number,
    type: string,
    message: string,
    code: string | null = null,
    param: string | null = null,
  ) {
    super(message);
    this.status = status;
    this.type = type;
    this.code = code;
    this.param = param;
  }
}

const toolCall = z.strictObject({
  id: z.string().min(1),
  type: z.literal('function'),
  function: z.strictObject({ name: z.string().min(1), arguments: z.string() }),
});

const message = z.discriminatedUnion('role', [
  z.strictObject({ role: z.literal('system'), content: z.string() }),
  z.strictObject({ role: z.literal('developer'), content: z.string() }),
  z.strictObject({
    role: z.literal('user'),
    content: z.union([
      z.string(),
      z.array(z.strictObject({ type: z.literal('text'), text: z.string() })).min(1),
    ]),
  }),
  z.strictObject({
    role: z.literal('assistant'),
    content: z.string().nullish(),
    tool_calls: z.array(toolCall).min(1).optional(),
  }),
  z.strictObject({ role: z.literal('tool'), tool_call_id: z.string().min(1), content: z.string() }),
]);

const tool = z.strictObject({
  type: z.literal('function'),
  function: z.strictObject({
    name: z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/),
    description: z.string().max(1024).optional(),
    parameters: z.looseObject({ type: z.literal('object') }),
    strict: z.boolean().optional(),
  }),
});

const chatSchema = z.strictObject({
  model: z.string().min(1),
  messages: z.array(message).min(1),
  stream: z.boolean().optional(),
  stream_options: z.strictObject({ include_usage: z.boolean() }).optional(),
  max_tokens: z.number().int().min(1).max(16_384).optional(),
  max_completion_tokens: z.number().int().min(1).max(16_384).optional(),
  temperature: z.number().min(0).max(2).optional(),
  store: z.boolean().optional(),
  tools: z.array(tool).min(1).max(128).optional(),
  tool_choice: z.enum(['auto', 'none', 'required']).optional(),
  parallel_tool_calls: z.boolean().optional(),
});

const moderationsSchema = z.strictObject({ input: z.string(), model: z.string().optional() });

const embeddingsSchema = z.strictObject({
  model: z.string().min(1),
  // A text of more tokens than the models read is refused; four characters are about one.
  input: z.union([z.string().min(1).max(32_000), z.array(z.string().min(1).max(32_000)).min(1).max(2_048)]),
  encoding_format: z.enum(['float', 'base64']).optional(),
  dimensions: z.number().int().min(1).optional(),
  user: z.string().optional(),
});

export type ChatRequest = z.output<typeof chatSchema>;
export type ChatMessage = ChatRequest['messages'][number];

function read<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const at = issue?.path.join('.') ?? '';
  if (issue?.code === 'unrecognized_keys')
    throw new Refused(
      400,
      'invalid_request_error',
      `Unrecognized request argument supplied: ${issue.keys.join(', ')}`,
      'unknown_parameter',
      at || (issue.keys[0] ?? null),
    );
  throw new Refused(
    400,
    'invalid_request_error',
    `Invalid value for '${at}': ${issue?.message}`,
    'invalid_value',
    at,
  );
}

/** Each call of a tool is answered right after it, each once: anything else is refused, as the protocol does. */
function checkToolAnswers(messages: readonly ChatMessage[]): void {
  let open = new Set<string>();
  const refuse = (text: string): never => {
    throw new Refused(400, 'invalid_request_error', text, null, 'messages');
  };
  for (const one of messages) {
    if (one.role === 'tool') {
      if (!open.delete(one.tool_call_id))
        refuse("Messages with role 'tool' must be a response to a preceding message with 'tool_calls'.");
      continue;
    }
    if (open.size > 0)
      refuse(
        "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'.",
      );
    if (one.role !== 'assistant') continue;
    if (one.content == null && !one.tool_calls)
      refuse("Invalid value for 'content': expected a string, got null.");
    open = new Set(one.tool_calls?.map(({ id }) => id));
  }
  if (open.size > 0) refuse("An assistant message with 'tool_calls' must be followed by tool messages.");
}

/** @throws {Refused} */
export function readChat(body: unknown): ChatRequest {
  const request = read(chatSchema, body);
  checkToolAnswers(request.messages);
  if (request.stream_options && !request.stream)
    throw new Refused(
      400,
      'invalid_request_error',
      "'stream_options' is only allowed when 'stream' is enabled.",
      null,
      'stream_options',
    );
  if (request.tool_choice && !request.tools)
    throw new Refused(
      400,
      'invalid_request_error',
      "'tool_choice' is only allowed when 'tools' are specified.",
      null,
      'tool_choice',
    );
  return request;
}

/** The texts to embed, and with what. @throws {Refused} */
export function readEmbeddings(body: unknown) {
  const { input, ...request } = read(embeddingsSchema, body);
  return { ...request, texts: typeof input === 'string' ? [input] : input };
}

/** @throws {Refused} */
export const readModerations = (body: unknown) => read(moderationsSchema, body);

/** What a message says, whatever form it has. */
export const textOf = ({ content }: ChatMessage): string =>
  typeof content === 'string' ? content : (content ?? []).map(({ text }) => text).join('');
