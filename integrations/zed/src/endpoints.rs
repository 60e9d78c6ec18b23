//! Starts the server for Zed: the one on the PATH, or else the npm package in the version of this extension.
use zed_extension_api::{
    self as zed, serde_json::Value, settings::LspSettings, LanguageServerId,
    LanguageServerInstallationStatus, Result, Worktree,
};

const PACKAGE: &str = "endpoints-language-server";
const SCRIPT: &str = "node_modules/endpoints-language-server/dist/server.js";
const VERSION: &str = env!("CARGO_PKG_VERSION");

struct Endpoints;

impl zed::Extension for Endpoints {
    fn new() -> Self {
        Endpoints
    }

    fn language_server_command(
        &mut self,
        id: &LanguageServerId,
        worktree: &Worktree,
    ) -> Result<zed::Command> {
        let (command, mut args) = match worktree.which(PACKAGE) {
            Some(path) => (path, vec![]),
            None => (zed::node_binary_path()?, vec![installed_script(id)?]),
        };
        args.push("--stdio".to_string());
        Ok(zed::Command {
            command,
            args,
            env: Default::default(),
        })
    }

    /// The setting `lsp.endpoints.settings`.
    fn language_server_workspace_configuration(
        &mut self,
        id: &LanguageServerId,
        worktree: &Worktree,
    ) -> Result<Option<Value>> {
        Ok(LspSettings::for_worktree(id.as_ref(), worktree)?.settings)
    }
}

fn installed_script(id: &LanguageServerId) -> Result<String> {
    if zed::npm_package_installed_version(PACKAGE)?.as_deref() != Some(VERSION) {
        zed::set_language_server_installation_status(
            id,
            &LanguageServerInstallationStatus::Downloading,
        );
        zed::npm_install_package(PACKAGE, VERSION)?;
    }
    let folder = std::env::current_dir().map_err(|error| error.to_string())?;
    let path = folder.join(SCRIPT).to_string_lossy().to_string();
    // On Windows, the folder of an extension has a slash before its drive.
    Ok(match zed::current_platform().0 {
        zed::Os::Windows => path.trim_start_matches('/').to_string(),
        _ => path,
    })
}

zed::register_extension!(Endpoints);
