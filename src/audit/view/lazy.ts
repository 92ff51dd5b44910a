import type { exportTrail as exporter } from './export.ts';
import type { renderReport as renderer } from './report.ts';

// The page and the exports are loaded when they are first asked for: a run needs them at its very end, if at all.

/** See `report.ts`. */
export async function renderReport(...of: Parameters<typeof renderer>): Promise<string> {
  const { renderReport: render } = await import('./report.ts');
  return await render(...of);
}

/** See `export.ts`. */
export async function exportTrail(...of: Parameters<typeof exporter>): Promise<string> {
  const { exportTrail: write } = await import('./export.ts');
  return await write(...of);
}
