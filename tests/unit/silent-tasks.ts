/** Tasks for threads that never end, as an encoder that hangs. */
export default (): Promise<never> => new Promise(() => {});
