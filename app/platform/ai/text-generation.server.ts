import type { z } from 'zod';
import { type ConnectedModel, ModelError } from '#app/platform/ai/connection.server.ts';
import { failureOf } from '#app/platform/ai/failure.server.ts';
import { openSdk, privately } from '#app/platform/ai/sdk.server.ts';

/** What a model may look up: its input is checked against the schema before it runs. */
export interface ModelTool<Input extends z.ZodType = z.ZodType> {
  description: string;
  input: Input;
  run(input: z.output<Input>): Promise<unknown>;
}

/** What a model is to write. */
export interface Task {
  instructions: string;
  /** What was said, the question last. */
  messages: readonly { role: 'user' | 'assistant'; content: string }[];
  tools?: Readonly<Record<string, ModelTool>>;
  /** Calls of the model in one answer: all but the last may look things up. */
  mostSteps: number;
  /** For each call. */
  maxOutputTokens: number;
}

/** What comes from a model while it writes. */
type Piece = { kind: 'text'; text: string } | { kind: 'tool'; name: string };

/** Tokens that were used, as the provider counted them. */
export interface Used {
  inputTokens: number;
  outputTokens: number;
}

/** Roughly, where nobody has counted: four characters of English are a token. */
export const tokensOf = (text: string): number => Math.ceil(text.length / 4);

/** Roughly, what a call is asked with. */
const askedTokens = ({ instructions, messages }: Task): number =>
  tokensOf(instructions) + messages.reduce((sum, { content }) => sum + tokensOf(content), 0);

/**
 * Has a model write, and yields what comes as it comes. A call that fails before anything came is tried once more. `use` is told what was
 * used, also when the writing is called off or breaks: then what is not counted is estimated.
 * @throws {ModelError} whatever goes wrong at the provider's; the signal's reason when it is called off.
 */
export async function* write(
  connected: ConnectedModel,
  task: Task,
  signal: AbortSignal,
  use: (used: Used) => void,
): AsyncGenerator<Piece> {
  const { ai, provider } = await openSdk(connected);
  const used: Used = { inputTokens: 0, outputTokens: 0 };
  let uncounted = '';
  let isInStep = false;
  const tools = Object.fromEntries(
    Object.entries(task.tools ?? {}).map(([name, { description, input, run }]) => [
      name,
      ai.tool({ description, inputSchema: input, execute: (toolInput: unknown) => run(toolInput as never) }),
    ]),
  );
  const result = ai.streamText({
    model: provider.chat(connected.model),
    instructions: task.instructions,
    messages: task.messages.map((message) => ({ ...message })),
    tools,
    stopWhen: ai.isStepCount(task.mostSteps),
    prepareStep: ({ stepNumber }) =>
      stepNumber >= task.mostSteps - 1 ? { toolChoice: 'none' as const } : {},
    maxOutputTokens: task.maxOutputTokens,
    maxRetries: 1,
    timeout: { totalMs: connected.timeoutMs },
    abortSignal: signal,
    providerOptions: privately(connected),
    onError: () => undefined,
  });
  try {
    for await (const part of result.stream) {
      switch (part.type) {
        case 'start-step':
          isInStep = true;
          uncounted = '';
          break;
        case 'text-delta':
          uncounted += part.text;
          yield { kind: 'text', text: part.text };
          break;
        case 'tool-call':
          uncounted += JSON.stringify(part.input ?? '');
          yield { kind: 'tool', name: part.toolName };
          break;
        case 'finish-step':
          isInStep = false;
          used.inputTokens += part.usage.inputTokens ?? 0;
          used.outputTokens += part.usage.outputTokens ?? 0;
          if (part.finishReason === 'interrupted')
            throw new ModelError('broken', 'The model broke off in the middle.');
          break;
        case 'error':
          throw failureOf(part.error);
        case 'abort':
          signal.throwIfAborted();
          throw new ModelError('timeout', 'The model took too long.');
      }
    }
  } catch (error) {
    signal.throwIfAborted();
    throw failureOf(error);
  } finally {
    if (isInStep) {
      used.inputTokens += askedTokens(task);
      used.outputTokens += tokensOf(uncounted);
    }
    use(used);
  }
}

/** Has a model write a short text at once. @throws {ModelError} */
export async function writeShort(
  connected: ConnectedModel,
  {
    instructions,
    prompt,
    maxOutputTokens,
  }: { instructions: string; prompt: string; maxOutputTokens: number },
  signal: AbortSignal,
): Promise<{ text: string; used: Used }> {
  const { ai, provider } = await openSdk(connected);
  try {
    const { text, usage } = await ai.generateText({
      model: provider.chat(connected.model),
      instructions,
      prompt,
      maxOutputTokens,
      maxRetries: 0,
      timeout: Math.min(connected.timeoutMs, 15_000),
      abortSignal: signal,
      providerOptions: privately(connected),
    });
    return { text, used: { inputTokens: usage.inputTokens ?? 0, outputTokens: usage.outputTokens ?? 0 } };
  } catch (error) {
    signal.throwIfAborted();
    throw failureOf(error);
  }
}
