import { type ConnectedModel, connectModel } from '#app/platform/ai/connection.server.ts';
import { type OpenaiSandbox, startOpenai } from '#stand-ins/sandbox/openai/openai.ts';

const models = ['sandbox-scholar'];
const embeddingModels = ['sandbox-thesaurus', 'sandbox-thesaurus-2'];

/** The stand-in for a model's provider, remembering what it is asked, with the assistant connected to it. */
export async function startModel(settings: Partial<ConnectedModel> = {}): Promise<OpenaiSandbox> {
  const sandbox = await startOpenai({ apiKey: 'sk-sandbox', models, embeddingModels, remembers: true });
  connectModel({
    apiKey: 'sk-sandbox',
    baseUrl: sandbox.baseUrl,
    isAskedToForget: true,
    model: 'sandbox-scholar',
    timeoutMs: 60_000,
    inputPrice: 1,
    outputPrice: 10,
    isModerated: false,
    embedding: null,
    ...settings,
  });
  return sandbox;
}
