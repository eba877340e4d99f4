import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/**
 * What axe finds wrong with the page as it is now: the rule and the first element that breaks it.
 * Legacy mode runs every rule in the page itself; the other mode opens a second page per run, which only frames of another
 * origin need, and there are none here.
 */
export const accessibilityViolations = async (page: Page): Promise<string[]> =>
  (
    await new AxeBuilder({ page })
      .options({ resultTypes: ['violations'] })
      .setLegacyMode()
      .analyze()
  ).violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)}`);
