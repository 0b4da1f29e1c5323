// Writes and reads a form with each generated TypeScript client. Environment: TOLLGATE_URL, TOLLGATE_KEY.
import axios from 'axios';
import createClient from 'openapi-fetch';
import { Configuration, FormsApi } from './typescript-fetch';
import { createForm, getForm } from './hey-api';
import { client } from './hey-api/client.gen';
import * as orval from './orval';
import type { paths } from './openapi-typescript';

const url = process.env['TOLLGATE_URL']!;
const key = process.env['TOLLGATE_KEY']!;
const headers = { Authorization: `Bearer ${key}` };

const check = (name: string, written: string | undefined, read: string | undefined) => {
  if (written !== name || read !== name) throw new Error(`${name}: wrote ${written}, read ${read}`);
  console.log(`${name} works`);
};

const main = async () => {
  const forms = new FormsApi(new Configuration({ basePath: url, accessToken: key }));
  const first = await forms.createForm({ formCreate: { name: 'typescript-fetch' } });
  check('typescript-fetch', first.data.name, (await forms.getForm({ pageId: first.data.id })).data.name);

  const api = createClient<paths>({ baseUrl: url, headers });
  const second = await api.POST('/v1/forms', { body: { name: 'openapi-typescript' } });
  const pageId = second.data!.data.id;
  const again = await api.GET('/v1/forms/{pageId}', { params: { path: { pageId } } });
  check('openapi-typescript', second.data!.data.name, again.data!.data.name);

  client.setConfig({ baseUrl: url, headers });
  const third = await createForm({ body: { name: 'hey-api' } });
  const found = await getForm({ path: { pageId: third.data!.data.id } });
  check('hey-api', third.data!.data.name, found.data!.data.name);

  axios.defaults.baseURL = url;
  const fourth = await orval.createForm({ name: 'orval' }, {}, { headers });
  check('orval', fourth.data.data.name, (await orval.getForm(fourth.data.data.id, { headers })).data.data.name);
};

main().catch((failure) => {
  console.error(failure);
  process.exit(1);
});
