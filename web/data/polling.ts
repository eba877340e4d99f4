// Not in client.ts, which is part of every first load.

/** Query options for live figures: refetched every 30,000 ms while the page is visible. */
export const polling = { refetchInterval: 30_000 } as const;
