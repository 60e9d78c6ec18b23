/** The part of pngjs that the tests use; the package has no types. */
declare module 'pngjs' {
  interface Image {
    readonly width: number;
    readonly height: number;
    /** Four bytes for each pixel. */
    readonly data: Buffer;
  }
  export const PNG: { readonly sync: { readonly read: (file: Buffer) => Image } };
}
