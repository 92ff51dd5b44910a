import type { Runner } from './runners.ts';
import { type Table, words } from './table.ts';

const GCLOUD = words(
  'config auth init components interactive ssh scp cp mv rsync submit deploy cloud-shell start-iap-tunnel docker feedback',
);

/** Command lines of cloud services: what in their words sends files out, starts programs on machines, or goes to another service. */
export const SERVICES: Table<Runner> = {
  // AWS CLI 2: other services, settings, sessions on machines, and files that are sent
  aws: {
    escapeHatches: words('--endpoint-url --ca-bundle --no-verify-ssl --outfile'),
    values: words(
      '--region --output --profile --query --color --cli-read-timeout --cli-connect-timeout --cli-binary-format',
    ),
    subcommands: words('configure codeartifact'),
    readsAt: true,
    below: {
      s3: { subcommands: words('cp mv sync rm rb presign website') },
      s3api: { subcommands: words('put-object upload-part get-object') },
      ssm: { subcommands: words('start-session send-command') },
      ecs: { subcommands: words('execute-command') },
      eks: { subcommands: words('update-kubeconfig get-token') },
      ecr: { subcommands: words('get-login-password') },
      sts: { subcommands: words('assume-role get-session-token assume-role-with-web-identity') },
      lambda: { subcommands: words('invoke update-function-code create-function') },
      secretsmanager: { subcommands: words('get-secret-value batch-get-secret-value') },
      deploy: { subcommands: words('push') },
      'ec2-instance-connect': { subcommands: words('ssh send-ssh-public-key') },
      cloudformation: { subcommands: words('deploy package') },
    },
  },
  // gcloud 500: settings, shells on machines, and files that are sent
  'gcloud, gsutil, bq': {
    escapeHatches: words(
      '--flags-file --configuration --impersonate-service-account --account --access-token-file --credential-file-override',
    ),
    values: words(
      '--project --format --account --configuration --verbosity --zone --region --filter --billing-project',
    ),
    subcommands: GCLOUD,
    below: {
      alpha: { subcommands: GCLOUD },
      beta: { subcommands: GCLOUD },
      compute: { subcommands: words('ssh scp start-iap-tunnel copy-files config-ssh') },
      secrets: { subcommands: words('versions') },
    },
  },
  // Azure CLI 2.60: settings, extensions, any request, commands on machines, and files that are sent
  az: {
    escapeHatches: words('--source --src --src-path'),
    subcommands: words(
      'rest extension config configure login logout interactive ssh cloud run-command deploy up upgrade self-test',
    ),
    readsAt: true,
    below: {
      storage: { subcommands: words('blob file fs copy azcopy remove') },
      keyvault: { subcommands: words('secret') },
      acr: { subcommands: words('build run login') },
    },
  },
};
