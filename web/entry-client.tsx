import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { screenForPath } from '#contract/screens.ts';
import { App, table } from './App.tsx';
import { makeQueryClient } from './data/client.ts';
import { removeStored } from './lib/browserStorage.ts';
import { readSession } from './lib/session.ts';
import './styles.css';

const start = async () => {
  const client = makeQueryClient();
  const root = document.getElementById('root') as HTMLElement;
  const state = document.getElementById('state')?.textContent;
  const app = (
    <StrictMode>
      <App client={client} />
    </StrictMode>
  );
  const entry = screenForPath(window.location.pathname);
  if (entry) await table[entry.path].preload().catch(() => {});
  removeStored('reloaded', 'sessionStorage');
  if (!state) {
    createRoot(root).render(app);
    return;
  }
  for (const [key, data] of JSON.parse(state) as [unknown[], unknown][]) client.setQueryData(key, data);
  hydrateRoot(root, app);
  // The server rendered for a signed-out visitor; a signed-in user's own data is fetched now.
  if (readSession()) client.invalidateQueries();
};
start();
