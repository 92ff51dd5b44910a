/** What of GitHub's API tests need beside `ROUTES` of `src/testing`. */
import type { Routes } from '../../../src/testing/github-server/routes.ts';
import { accountRoutes } from './account-routes.ts';
import { artifactRoutes } from './artifact-routes.ts';
import { compareRoutes } from './compare-routes.ts';
import { gitDataRoutes } from './git-data-routes.ts';
import { graphqlRoutes } from './graphql-routes.ts';
import { issueRoutes } from './issue-routes.ts';
import { labelRoutes } from './label-routes.ts';
import { pullRoutes } from './pull-routes.ts';
import { reviewRoutes } from './review-routes.ts';
import { runRoutes } from './run-routes.ts';
import { settingRoutes } from './setting-routes.ts';
import { threadRoutes } from './thread-routes.ts';

export const MORE_ROUTES: Routes = {
  ...accountRoutes,
  ...gitDataRoutes,
  ...graphqlRoutes,
  ...issueRoutes,
  ...labelRoutes,
  ...reviewRoutes,
  ...runRoutes,
  ...artifactRoutes,
  ...threadRoutes,
  ...compareRoutes,
  ...settingRoutes,
  ...pullRoutes,
};
