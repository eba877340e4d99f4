// Apart from the client, which everybody carries.
/** Figures that move under a person's eyes: asked again this often (milliseconds), only while the page is seen. */
export const polling = { refetchInterval: 30_000 } as const;
