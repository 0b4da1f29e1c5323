import org.openapitools.client.ApiClient;
import org.openapitools.client.api.FormsApi;
import org.openapitools.client.model.FormCreate;
import org.openapitools.client.model.FormResponse;

/** Writes and reads a form with the generated Java client. Environment: TOLLGATE_URL, TOLLGATE_KEY. */
public class Client {
    public static void main(String[] args) throws Exception {
        ApiClient client = new ApiClient();
        client.setBasePath(System.getenv("TOLLGATE_URL"));
        client.setBearerToken(System.getenv("TOLLGATE_KEY"));
        FormsApi forms = new FormsApi(client);
        FormResponse written = forms.createForm(new FormCreate().name("java"), false, null);
        FormResponse read = forms.getForm(written.getData().getId());
        if (!written.getData().getName().equals("java") || !read.getData().getName().equals("java")) {
            throw new IllegalStateException("read " + read);
        }
        System.out.println("java works");
    }
}
