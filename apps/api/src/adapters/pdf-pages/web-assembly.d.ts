/** The parts of WebAssembly used here, which the types of Node leave out. */
declare namespace WebAssembly {
  class Memory {
    constructor(descriptor: { initial: number; maximum?: number });
    readonly buffer: ArrayBuffer;
    grow(delta: number): number;
  }
  function compile(bytes: Uint8Array): Promise<object>;
}
