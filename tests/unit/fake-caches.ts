/** A browser's Cache Storage, in memory: what is put is kept by its path. `isFull` refuses what is put, as a full device does. */
export class FakeCaches {
  readonly stores = new Map<string, Map<string, Response>>();
  isFull = (_path: string): boolean => false;

  readonly keys = async (): Promise<string[]> => [...this.stores.keys()];
  readonly delete = async (name: string): Promise<boolean> => this.stores.delete(name);
  readonly open = async (name: string) => {
    const entries = this.stores.get(name) ?? new Map<string, Response>();
    this.stores.set(name, entries);
    return {
      match: async (path: string) => entries.get(path)?.clone(),
      matchAll: async () => [...entries.values()].map((entry) => entry.clone()),
      keys: async () => [...entries.keys()].map((path) => ({ url: `https://site.example${path}` })),
      delete: async (key: string) => entries.delete(new URL(key, 'https://site.example').pathname),
      put: async (path: string, answer: Response) => {
        if (this.isFull(path)) throw new DOMException('No room', 'QuotaExceededError');
        entries.set(path, answer);
      },
    };
  };
}
