/** What of GitHub's API tests need beside `ROUTES` of `src/testing`. */
import { ROUTES } from '../../../src/testing/github-server/router.ts';
import type { Route, Routes } from '../../../src/testing/github-server/routes.ts';
import { accountRoutes } from './account-routes.ts';
import { artifactRoutes } from './artifact-routes.ts';
import { compareRoutes } from './compare-routes.ts';
import { gitDataRoutes } from './git-data-routes.ts';
import { graphqlRoutes } from './graphql-routes.ts';
import { issueRoutes } from './issue-routes.ts';
import { labelRoutes } from './label-routes.ts';
import { pullRoutes } from './pull-routes.ts';
import { answerOfStorage, rendered } from './rendered.ts';
import { reviewRoutes } from './review-routes.ts';
import { runRoutes } from './run-routes.ts';
import { settingRoutes } from './setting-routes.ts';
import { threadRoutes } from './thread-routes.ts';

const ALL: Routes = {
  ...ROUTES,
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

/** The route, whose texts are rendered for whoever asks for that. */
function renderedBy(route: Route): Route {
  return { ...route, answer: (call) => rendered(call.state, call.request, route.answer(call)) };
}

export const MORE_ROUTES: Routes = Object.fromEntries(
  Object.entries(ALL).map(([key, route]) => [key, renderedBy(route)]),
);

/** The whole local GitHub, as options of it. */
export const WHOLE_GITHUB = { routes: MORE_ROUTES, beside: answerOfStorage } as const;
