"""Writes and reads a form with the generated Python client. Environment: TOLLGATE_URL, TOLLGATE_KEY."""
import os

import openapi_client

configuration = openapi_client.Configuration(host=os.environ["TOLLGATE_URL"], access_token=os.environ["TOLLGATE_KEY"])
with openapi_client.ApiClient(configuration) as client:
    forms = openapi_client.FormsApi(client)
    written = forms.create_form(openapi_client.FormCreate(name="python"))
    read = forms.get_form(written.data.id)
    assert written.data.name == read.data.name == "python", read
    print("python works")
