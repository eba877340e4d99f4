// Apart from file.ts: screens that only show files need no rules of uploading.

/** Where the server serves uploaded files: an address is this prefix and the stored name, `/files/kind/hex.ext`. */
export const fileUrlPrefix = '/files/';

/** Whether an address names a file uploaded here rather than a page elsewhere. */
export const isFileUrl = (url: string): boolean => url.startsWith(fileUrlPrefix);
